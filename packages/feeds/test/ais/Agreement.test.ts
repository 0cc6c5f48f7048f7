import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Transform } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant } from "@landfall/core/time/Instant"
import AisParser from "aisparser"
import { Option, Schema } from "effect"
import ggencoder from "ggencoder"
import type { AisMessage } from "../../src/ais/messages/AisMessage.ts"
import { makeMessageReader, makeNmeaReader } from "../../src/ais/nmea/NmeaReader.ts"
import { makeAisTally } from "../../src/ais/reports/AisTally.ts"

/** The fields that a decoder read from a line, without the fields that it is known to misread. */
type Fields = Readonly<Record<string, unknown>>

const require = createRequire(import.meta.url)
/** Its types declare an ES module, but the loaded form differs between runtimes. */
const { default: AisStreamDecoder }: { readonly default: new () => Transform } = require("ais-stream-decoder")

const FILE = require.resolve("aisparser/test-data/nmea-sample")
const LINES = readFileSync(FILE, "utf8")
  .split("\r\n")
  .filter((line) => line !== "")
const TYPES: ReadonlyArray<unknown> = [1, 2, 3, 5, 18, 19, 24, 27]

const or = (value: Option.Option<number>): number => Option.getOrElse(value, () => Number.NaN)

/** The fields of a message. Unavailable values, zero dimensions included, are NaN. */
const fieldsOf = (message: AisMessage): Fields => {
  const common = { type: message.type, mmsi: message.mmsi }
  const size = (of: Extract<AisMessage, { bowMetres: number }>) => ({
    shipType: of.shipType,
    bow: of.bowMetres,
    stern: of.sternMetres,
    port: of.portMetres,
    starboard: of.starboardMetres
  })
  const place = (of: Extract<AisMessage, { raim: boolean }>) => ({
    latitude: or(Option.map(of.position, ({ latitude }) => latitude)),
    longitude: or(Option.map(of.position, ({ longitude }) => longitude)),
    speed: or(of.speed),
    course: or(of.course)
  })
  switch (message.type) {
    case 1:
    case 2:
    case 3:
      return {
        ...common,
        ...place(message),
        heading: or(message.heading),
        second: or(message.utcSecond),
        status: message.status
      }
    case 5: {
      const { imo, name, callSign, destination } = message
      const draught = message.draughtMetres
      return {
        ...common,
        ...size(message),
        imo,
        name,
        callSign,
        destination,
        draught,
        fixing: message.positionFixingDevice
      }
    }
    case 18:
      return { ...common, ...place(message), heading: or(message.heading), second: or(message.utcSecond) }
    case 19:
      return { ...common, ...place(message), ...size(message), heading: or(message.heading), name: message.name }
    case 24:
      return message.part === "A"
        ? { ...common, name: message.name }
        : { ...common, ...size(message), callSign: message.callSign }
    case 27:
      return { ...common, ...place(message), status: message.status }
    default:
      return common
  }
}

const isRead = (type: unknown): boolean => TYPES.includes(type)

/** The fields of Landfall's decoder for each line; undefined without a complete message of a supported type. */
const decodeLines = (): ReadonlyArray<Fields | undefined> => {
  let decoded: Fields | undefined
  const reader = makeMessageReader(makeAisTally(), (message) => {
    if (isRead(message.type)) decoded = fieldsOf(message)
  })
  const encoder = new TextEncoder()
  return LINES.map((line) => {
    decoded = undefined
    reader.push(encoder.encode(`${line}\r\n`), 0)
    return decoded
  })
}

const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (typeof one === "number" && typeof other === "number" && Math.abs(one - other) < 1e-9)

/** Counts of the fields that both decoders read differently, by type and name, and of the lines that only one reads. */
const differences = (other: (line: string) => Fields | undefined): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {}
  const add = (difference: string): void => {
    found[difference] = (found[difference] ?? 0) + 1
  }
  const decodedLines = decodeLines()
  for (const [index, line] of LINES.entries()) {
    const [one, two] = [decodedLines[index], other(line)]
    if (one === undefined || two === undefined) {
      if (one !== two)
        add(one === undefined ? `only the other reads type ${two?.type}` : `only Landfall reads type ${one.type}`)
      continue
    }
    for (const [name, value] of Object.entries(two)) {
      if (value !== undefined && name in one && !isSame(one[name], value)) add(`type ${one.type} ${name}`)
    }
  }
  return found
}

const QUOTES: Readonly<Record<string, string>> = { '"': "'", "'": '"' }

/** Corrects text of aisparser, which keeps trailing spaces and swaps the two quotation marks. */
const corrected = (text: unknown): unknown =>
  typeof text === "string" ? text.trimEnd().replace(/["']/g, (mark) => QUOTES[mark] ?? mark) : text

/** A position in range. Other decoders return positions out of range as they were sent. */
const placeOf = (latitude: unknown, longitude: unknown): Fields => {
  const [north, east] = [Number(latitude ?? Number.NaN), Number(longitude ?? Number.NaN)]
  if (Number.isNaN(north) || Number.isNaN(east)) return { latitude: Number.NaN, longitude: Number.NaN }
  return Math.abs(north) > 90 || Math.abs(east) > 180 ? {} : { latitude: north, longitude: east }
}

const below = (value: unknown, end: number): unknown => (typeof value === "number" && value < end ? value : undefined)

describe("85,194 received sentences", () => {
  it("are read like aisparser reads them, except its faults", () => {
    const parser = new AisParser({ checksum: true })
    const found = differences((line) => {
      const decoded = parser.parse(line)
      if (decoded.valid !== "VALID" || !isRead(decoded.aisType)) return undefined
      // It reads 0 m as unknown, and 102.2 knots as unknown too.
      return {
        type: decoded.aisType,
        mmsi: Number(decoded.mmsi),
        ...placeOf(decoded.latitude, decoded.longitude),
        speed: below(decoded.sog, 102.2),
        course: Number.isNaN(decoded.cog) ? Number.NaN : below(decoded.cog, 360),
        heading: Number.isNaN(decoded.heading) ? Number.NaN : below(decoded.heading, 360),
        status: decoded.navStatus,
        name: corrected(decoded.name),
        callSign: corrected(decoded.callSign),
        destination: corrected(decoded.destination),
        shipType: decoded.shipType,
        imo: decoded.imo,
        draught: decoded.draught,
        fixing: decoded.epfd,
        bow: below(decoded.dimToBow, 511),
        stern: below(decoded.dimToStern, 511),
        port: below(decoded.dimToPort, 63),
        starboard: below(decoded.dimToStbrd, 63)
      }
    })
    // It loses a message whose first part arrives while an older one of the same sequence is incomplete.
    assert.deepStrictEqual(found, { "only Landfall reads type 5": 2 })
  })

  it("are read like ais-stream-decoder reads them, except types it lacks and parts it joins wrongly", () => {
    const decoder = new AisStreamDecoder()
    decoder.on("error", () => {})
    const found = differences((line) => {
      decoder.write(line)
      const text: unknown = decoder.read()
      if (typeof text !== "string") return undefined
      const decoded: Fields = JSON.parse(text)
      if (!isRead(decoded.type)) return undefined
      return {
        type: decoded.type,
        mmsi: decoded.mmsi,
        ...placeOf(decoded.lat, decoded.lon),
        speed: decoded.speedOverGround ?? undefined,
        course: below(decoded.courseOverGround, 360),
        heading: below(decoded.heading, 360),
        second: below(decoded.utcSecond, 60),
        status: decoded.navStatus,
        name: decoded.name,
        callSign: decoded.callsign,
        destination: decoded.destination,
        shipType: decoded.typeAndCargo,
        imo: decoded.imo,
        draught: decoded.draught,
        fixing: decoded.epfd,
        bow: decoded.dimBow,
        stern: decoded.dimStern,
        port: decoded.dimPort,
        starboard: decoded.dimStarboard
      }
    })
    assert.deepStrictEqual(found, { "only Landfall reads type 19": 109, "only the other reads type 5": 2 })
  })

  it("are read like ggencoder reads them, except reports without a position, which it drops", () => {
    const session = {}
    const found = differences((line) => {
      const decoded = new ggencoder.AisDecode(line, session)
      if (!decoded.valid || !isRead(decoded.aistype)) return undefined
      return {
        type: decoded.aistype,
        ...placeOf(decoded.lat, decoded.lon),
        speed: below(decoded.sog, 102.3),
        course: below(decoded.cog, 360),
        heading: below(decoded.hdg, 360),
        second: below(decoded.utc, 60),
        status: decoded.navstatus,
        shipType: decoded.cargo,
        imo: decoded.imo,
        draught: decoded.draught,
        bow: decoded.dimA,
        stern: decoded.dimB,
        port: decoded.dimC,
        starboard: decoded.dimD
      }
    })
    assert.deepStrictEqual(found, {
      "only Landfall reads type 1": 923,
      "only Landfall reads type 3": 99,
      "only Landfall reads type 18": 27,
      "only Landfall reads type 19": 3
    })
  })

  it("become reports that satisfy every rule of a report", () => {
    const isReport = Schema.is(VesselReport)
    const now = Instant.make(Date.UTC(2026, 0, 25))
    const reader = makeNmeaReader("test", "live", makeAisTally())
    const reports = reader.push(readFileSync(FILE), now)
    assert.strictEqual(reports.length, 74_124)
    assert.deepStrictEqual<unknown>(
      reports.find((report) => !isReport(report)),
      undefined
    )
  })
})
