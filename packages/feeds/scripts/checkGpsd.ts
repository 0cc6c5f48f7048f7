/**
 * Compares the decoder with gpsd's, field by field: `node scripts/checkGpsd.ts FILE.aivdm FILE.golden.ndjson`, where the
 * second is the output of `gpsdecode` for the first. Both are in the `test` folder of gpsd's sources.
 */
import { readFileSync } from "node:fs"
import { Option } from "effect"
import { type AisMessage, degreesPerMinute } from "../src/ais/messages/AisMessage.ts"
import { makeMessageReader } from "../src/ais/nmea/NmeaReader.ts"
import { makeAisTally } from "../src/ais/reports/AisTally.ts"

type Fields = Readonly<Record<string, unknown>>

const or = <A, B>(value: Option.Option<A>, unknown: B): A | B => Option.getOrElse(value, () => unknown)

const turnOf = (turn: Option.Option<number>): string => {
  if (Option.isNone(turn)) return "n/a"
  if (Math.abs(turn.value) === 127) return turn.value < 0 ? "fastleft" : "fastright"
  return (degreesPerMinute(turn.value) ?? 0).toFixed(2)
}

const pad = (value: Option.Option<number>, unknown: number): string => String(or(value, unknown)).padStart(2, "0")

/** A message in the fields of gpsd. */
const toGpsdFields = (message: AisMessage): Fields => {
  const { type, repeat, mmsi } = message
  const common = { type, repeat, mmsi }
  const size = (of: Extract<AisMessage, { bowMetres: number }>) => ({
    to_bow: of.bowMetres,
    to_stern: of.sternMetres,
    to_port: of.portMetres,
    to_starboard: of.starboardMetres
  })
  const place = (of: Extract<AisMessage, { raim: boolean }>) => ({
    accuracy: of.isAccurate,
    lon: Option.isSome(of.position) ? Number(of.position.value.longitude.toFixed(7)) : 181,
    lat: Option.isSome(of.position) ? Number(of.position.value.latitude.toFixed(7)) : 91,
    raim: of.raim
  })
  switch (message.type) {
    case 1:
    case 2:
    case 3:
      return {
        ...common,
        ...place(message),
        status: message.status,
        turn: turnOf(message.rateOfTurn),
        speed: or(message.speed, 102.3),
        course: or(message.course, 360),
        heading: or(message.heading, 511),
        second: or(message.utcSecond, 60),
        maneuver: message.manoeuvre,
        radio: message.communicationState
      }
    case 5:
      return {
        ...common,
        ...size(message),
        imo: message.imo,
        ais_version: message.aisVersion,
        callsign: message.callSign,
        shipname: message.name,
        shiptype: message.shipType,
        epfd: message.positionFixingDevice,
        eta: `${pad(message.eta.month, 0)}-${pad(message.eta.day, 0)}T${pad(message.eta.hour, 24)}:${pad(message.eta.minute, 60)}Z`,
        draught: message.draughtMetres,
        destination: message.destination,
        dte: message.isTerminalReady ? 0 : 1
      }
    case 18:
    case 19:
      return {
        ...common,
        ...place(message),
        reserved: message.reserved,
        regional: message.regional,
        speed: or(message.speed, 102.3),
        course: or(message.course, 360),
        heading: or(message.heading, 511),
        second: or(message.utcSecond, 60),
        ...(message.type === 18
          ? {
              cs: message.isCarrierSense,
              display: message.hasDisplay,
              dsc: message.hasDsc,
              band: message.usesFullBand,
              msg22: message.acceptsMessage22,
              radio: message.communicationState
            }
          : {
              ...size(message),
              shipname: message.name,
              shiptype: message.shipType,
              epfd: message.positionFixingDevice,
              dte: message.isTerminalReady ? 0 : 1,
              assigned: message.isAssigned
            })
      }
    case 24:
      return message.part === "A"
        ? { ...common, shipname: message.name }
        : {
            ...common,
            ...size(message),
            shiptype: message.shipType,
            vendorid: message.vendor,
            model: message.unitModel,
            serial: message.serial,
            callsign: message.callSign,
            ...(Option.isSome(message.mothership) ? { mothership_mmsi: message.mothership.value } : {})
          }
    case 27:
      return {
        ...common,
        ...place(message),
        lon: Option.isSome(message.position) ? Number(message.position.value.longitude.toFixed(4)) : 181,
        lat: Option.isSome(message.position) ? Number(message.position.value.latitude.toFixed(4)) : 91,
        status: message.status,
        speed: or(message.speed, 63),
        course: or(message.course, 511),
        gnss: !message.isSatelliteFix
      }
    default:
      return common
  }
}

/** gpsd prints the two parts of type 24 as one message. */
const joinParts = (messages: ReadonlyArray<Fields>): ReadonlyArray<Fields> => {
  const joined: Array<Fields> = []
  const names = new Map<unknown, Fields>()
  for (const fields of messages) {
    if (fields.type !== 24) joined.push(fields)
    else if (fields.vendorid === undefined) names.set(fields.mmsi, fields)
    else if (names.has(fields.mmsi)) joined.push({ ...names.get(fields.mmsi), ...fields })
  }
  return joined
}

const lines = (file: string): ReadonlyArray<string> => readFileSync(file, "utf8").split("\n").filter(Boolean)

const [aivdm = "", golden = ""] = process.argv.slice(2)
const messages: Array<Fields> = []
const tally = makeAisTally()
const reader = makeMessageReader(tally, (message) => messages.push(toGpsdFields(message)))
reader.push(readFileSync(aivdm), Date.now())
reader.end()

const decoded = joinParts(messages)
const expectedMessages = lines(golden).map((line): Fields => JSON.parse(line))
const used = new Set<Fields>()
let [compared, differing, missing] = [0, 0, 0]
for (const expected of expectedMessages) {
  const found = decoded.find(
    (fields) => !used.has(fields) && fields.type === expected.type && fields.mmsi === expected.mmsi
  )
  if (found === undefined) {
    missing++
    console.log("missing", JSON.stringify(expected))
    continue
  }
  used.add(found)
  for (const [field, value] of Object.entries(found)) {
    compared++
    // Some versions of gpsd print the three letters of the vendor with the bits that follow them.
    const isSame = field === "vendorid" ? String(expected[field]).startsWith(String(value)) : expected[field] === value
    if (isSame) continue
    differing++
    console.log(
      `differs: type ${found.type} of ${found.mmsi}: ${field} is ${expected[field]} in gpsd, ${value} in Landfall`
    )
  }
}
for (const fields of decoded) if (!used.has(fields)) console.log("not in gpsd", JSON.stringify(fields))
console.log(JSON.stringify({ messages: expectedMessages.length, missing, compared, differing, ...tally.counts() }))
