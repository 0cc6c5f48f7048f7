import { Brand, Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import { StayEvidence, StayKind } from "../detection/PortCall.ts"
import type { VesselState } from "../detection/PortCallDetector.ts"
import { EMPTY_PROFILE, type StaticProfile } from "../detection/StaticProfile.ts"
import type { AisShipType } from "../detection/VesselReport.ts"
import type { CompletedStop, Stop, Visit } from "../detection/Visit.ts"
import { TokenReader, TokenWriter } from "../encoding/Tokens.ts"
import type { ZoneId } from "../zones/Zone.ts"

/** The version of the encoding. A state of another version is not read: its vessel begins with an empty state. */
const FORMAT_VERSION = 3
/** A version that is read as well: it does not hold when the IMO number was reported. */
const VERSION_WITHOUT_IDENTITY = 2
/** A version that is read as well: it holds neither the destination nor the last ports. */
const VERSION_WITHOUT_DESTINATION = 1
const READABLE_VERSIONS = [FORMAT_VERSION, VERSION_WITHOUT_IDENTITY, VERSION_WITHOUT_DESTINATION]

const kinds = StayKind.literals
const evidences = StayEvidence.literals

// Stored values were valid when they were encoded, so their brands need no check.
const mmsi = Brand.nominal<MmsiInteger>()
const instant = Brand.nominal<Instant>()
const unlocode = Brand.nominal<Unlocode>()
const zoneId = Brand.nominal<ZoneId>()
const imoNumber = Brand.nominal<ImoNumber>()
const aisShipType = Brand.nominal<AisShipType>()

type StopDetails = Pick<CompletedStop, "latitude" | "longitude" | "kind" | "evidence" | "zone">

const writeStopDetails = (writer: TokenWriter, { latitude, longitude, kind, evidence, zone }: StopDetails): void => {
  writer.number(latitude, longitude, kinds.indexOf(kind), evidences.indexOf(evidence))
  writer.text(zone)
}

const readStopDetails = (reader: TokenReader): StopDetails => {
  const [latitude, longitude] = [reader.number(), reader.number()]
  const kind = reader.oneOf(kinds, reader.number(), "unknown")
  const evidence = reader.oneOf(evidences, reader.number(), "none")
  const zone = reader.internedText()
  return { latitude, longitude, kind, evidence, zone: zone === null ? null : zoneId(zone) }
}

const writeStop = (writer: TokenWriter, stop: Stop): void => {
  writer.number(stop.from, stop.lastAt, stop.positions, stop.movingSince, stop.confirmed ? 1 : 0)
  writeStopDetails(writer, stop)
}

const readStop = (reader: TokenReader): Stop => ({
  from: reader.number(),
  lastAt: reader.number(),
  positions: reader.number(),
  movingSince: reader.number(),
  confirmed: reader.number() === 1,
  ...readStopDetails(reader)
})

const readCompletedStop = (reader: TokenReader): CompletedStop => ({
  from: reader.number(),
  to: reader.number(),
  ...readStopDetails(reader)
})

const writeVisit = (writer: TokenWriter, visit: Visit): void => {
  writer.text(visit.port)
  writer.list(visit.sharedPorts, (port) => writer.text(port))
  writer.number(visit.startedAt, visit.outsideSince, visit.leftAt, visit.emittedAt)
  writer.nullable(visit.stop, (stop) => writeStop(writer, stop))
  writer.list(visit.stays, (stay) => {
    writer.number(stay.from, stay.to)
    writeStopDetails(writer, stay)
  })
  writer.list(visit.silences, ({ from, to }) => writer.number(from, to))
}

const readVisit = (reader: TokenReader): Visit => {
  const port = reader.internedText()
  return {
    port: port === null ? null : unlocode(port),
    sharedPorts: reader.list(() => unlocode(reader.internedText() ?? "")),
    startedAt: reader.number(),
    outsideSince: reader.number(),
    leftAt: reader.number(),
    emittedAt: reader.number(),
    stop: reader.nullable(() => readStop(reader)),
    stays: reader.list(() => readCompletedStop(reader)),
    silences: reader.list(() => ({ from: instant(reader.number()), to: instant(reader.number()) }))
  }
}

const writeProfile = (writer: TokenWriter, profile: StaticProfile): void => {
  writer.text(profile.imo)
  writer.text(profile.name)
  writer.number(profile.shipType ?? 0, profile.cargoStays, profile.tankerStays, profile.roroStays)
  writer.text(profile.destination)
  writer.list(profile.lastPorts, (port) => writer.text(port))
  writer.number(profile.imoAt)
}

const readProfile = (reader: TokenReader, version: number): StaticProfile => {
  const [imo, name, shipType] = [reader.text(), reader.text(), reader.number()]
  const hasDestination = version !== VERSION_WITHOUT_DESTINATION
  return {
    imo: imo === null ? null : imoNumber(imo),
    name,
    shipType: shipType === 0 ? null : aisShipType(shipType),
    cargoStays: reader.number(),
    tankerStays: reader.number(),
    roroStays: reader.number(),
    destination: hasDestination ? reader.text() : null,
    lastPorts: hasDestination ? reader.list(() => unlocode(reader.internedText() ?? "")) : [],
    imoAt: version === FORMAT_VERSION ? reader.number() : 0
  }
}

/** Encodes a state as text, usually 100 to 250 characters. */
export const encodeVesselState = ({ mmsi, reorderBuffer, track, visit, profile }: VesselState): string => {
  const writer = new TokenWriter()
  writer.number(FORMAT_VERSION, mmsi, reorderBuffer.newest, reorderBuffer.watermark)
  writer.list(reorderBuffer.positions, (position) => writer.position(position))
  writer.nullable(reorderBuffer.unconfirmed, (position) => writer.position(position))
  writer.nullable(track.last, (position) => writer.position(position))
  writer.nullable(track.outlier, (position) => writer.position(position))
  writer.number(track.length, track.outlierStreak, track.outlierSince)
  writer.nullable(visit, (current) => writeVisit(writer, current))
  writer.nullable(profile === EMPTY_PROFILE ? null : profile, (value) => writeProfile(writer, value))
  return writer.toString()
}

/** Decodes the text of `encodeVesselState`; none for any other text, such as that of another version. */
export const decodeVesselState = (text: string): Option.Option<VesselState> => {
  const reader = new TokenReader(text)
  const version = reader.number()
  if (!READABLE_VERSIONS.includes(version)) return Option.none()
  const readPosition = () => reader.position()
  const state: VesselState = {
    mmsi: mmsi(reader.number()),
    reorderBuffer: {
      newest: reader.number(),
      watermark: reader.number(),
      positions: reader.list(readPosition),
      unconfirmed: reader.nullable(readPosition)
    },
    track: {
      last: reader.nullable(readPosition),
      outlier: reader.nullable(readPosition),
      length: reader.number(),
      outlierStreak: reader.number(),
      outlierSince: reader.number()
    },
    visit: reader.nullable(() => readVisit(reader)),
    profile: reader.nullable(() => readProfile(reader, version)) ?? EMPTY_PROFILE
  }
  return reader.isComplete ? Option.some(state) : Option.none()
}
