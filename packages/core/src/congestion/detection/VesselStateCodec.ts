import { Brand, Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import { TokenReader, TokenWriter } from "../encoding/Tokens.ts"
import type { ZoneId } from "../zones/Zone.ts"
import type { PastStop, Stop, Visit } from "./internal/Visit.ts"
import { StayEvidence, StayKind } from "./PortCall.ts"
import type { VesselState } from "./PortCallDetector.ts"
import { NOTHING_SAID, type ShipSaid } from "./ShipSaid.ts"
import type { AisShipType } from "./VesselReport.ts"

/** The form that this version writes. A state of another form is not read: its ship begins anew. */
const FORM = 1

const kinds = StayKind.literals
const evidences = StayEvidence.literals

// What this service has written itself was right when it was written.
const mmsi = Brand.nominal<MmsiInteger>()
const instant = Brand.nominal<Instant>()
const unlocode = Brand.nominal<Unlocode>()
const zoneId = Brand.nominal<ZoneId>()
const imoNumber = Brand.nominal<ImoNumber>()
const aisShipType = Brand.nominal<AisShipType>()

type Lying = Pick<PastStop, "latitude" | "longitude" | "kind" | "evidence" | "zone">

const writeLying = (writer: TokenWriter, { latitude, longitude, kind, evidence, zone }: Lying): void => {
  writer.number(latitude, longitude, kinds.indexOf(kind), evidences.indexOf(evidence))
  writer.text(zone)
}

const readLying = (reader: TokenReader): Lying => {
  const [latitude, longitude] = [reader.number(), reader.number()]
  const kind = reader.oneOf(kinds, reader.number(), "unknown")
  const evidence = reader.oneOf(evidences, reader.number(), "none")
  const zone = reader.name()
  return { latitude, longitude, kind, evidence, zone: zone === null ? null : zoneId(zone) }
}

const writeStop = (writer: TokenWriter, stop: Stop): void => {
  writer.number(stop.from, stop.last, stop.fixes, stop.movingSince, stop.confirmed ? 1 : 0)
  writeLying(writer, stop)
}

const readStop = (reader: TokenReader): Stop => ({
  from: reader.number(),
  last: reader.number(),
  fixes: reader.number(),
  movingSince: reader.number(),
  confirmed: reader.number() === 1,
  ...readLying(reader)
})

const readPast = (reader: TokenReader): PastStop => ({
  from: reader.number(),
  to: reader.number(),
  ...readLying(reader)
})

const writeVisit = (writer: TokenWriter, visit: Visit): void => {
  writer.text(visit.port)
  writer.list(visit.shared, (port) => writer.text(port))
  writer.number(visit.startedAt, visit.outsideSince, visit.leftAt, visit.toldAt)
  writer.nullable(visit.stop, (stop) => writeStop(writer, stop))
  writer.list(visit.stays, (stay) => {
    writer.number(stay.from, stay.to)
    writeLying(writer, stay)
  })
  writer.list(visit.silences, ({ from, to }) => writer.number(from, to))
}

const readVisit = (reader: TokenReader): Visit => {
  const port = reader.name()
  return {
    port: port === null ? null : unlocode(port),
    shared: reader.list(() => unlocode(reader.name() ?? "")),
    startedAt: reader.number(),
    outsideSince: reader.number(),
    leftAt: reader.number(),
    toldAt: reader.number(),
    stop: reader.nullable(() => readStop(reader)),
    stays: reader.list(() => readPast(reader)),
    silences: reader.list(() => ({ from: instant(reader.number()), to: instant(reader.number()) }))
  }
}

const writeSaid = (writer: TokenWriter, said: ShipSaid): void => {
  writer.text(said.imo)
  writer.text(said.name)
  writer.number(said.shipType ?? 0, said.cargoStays, said.tankerStays, said.roroStays)
}

const readSaid = (reader: TokenReader): ShipSaid => {
  const [imo, name, shipType] = [reader.text(), reader.text(), reader.number()]
  return {
    imo: imo === null ? null : imoNumber(imo),
    name,
    shipType: shipType === 0 ? null : aisShipType(shipType),
    cargoStays: reader.number(),
    tankerStays: reader.number(),
    roroStays: reader.number()
  }
}

/** A state as text: mostly 100 to 250 characters. */
export const encodeVesselState = ({ mmsi, waiting, track, visit, said }: VesselState): string => {
  const writer = new TokenWriter()
  writer.number(FORM, mmsi, waiting.newest, waiting.floor)
  writer.list(waiting.fixes, (fix) => writer.fix(fix))
  writer.nullable(waiting.leap, (fix) => writer.fix(fix))
  writer.nullable(track.last, (fix) => writer.fix(fix))
  writer.nullable(track.other, (fix) => writer.fix(fix))
  writer.number(track.length, track.otherStreak, track.otherSince)
  writer.nullable(visit, (present) => writeVisit(writer, present))
  writer.nullable(said === NOTHING_SAID ? null : said, (told) => writeSaid(writer, told))
  return writer.toString()
}

/** Reads what `encodeVesselState` wrote; none when it is anything else, such as the form of another version. */
export const decodeVesselState = (text: string): Option.Option<VesselState> => {
  const reader = new TokenReader(text)
  if (reader.number() !== FORM) return Option.none()
  const readFix = () => reader.fix()
  const state: VesselState = {
    mmsi: mmsi(reader.number()),
    waiting: {
      newest: reader.number(),
      floor: reader.number(),
      fixes: reader.list(readFix),
      leap: reader.nullable(readFix)
    },
    track: {
      last: reader.nullable(readFix),
      other: reader.nullable(readFix),
      length: reader.number(),
      otherStreak: reader.number(),
      otherSince: reader.number()
    },
    visit: reader.nullable(() => readVisit(reader)),
    said: reader.nullable(() => readSaid(reader)) ?? NOTHING_SAID
  }
  return reader.isComplete ? Option.some(state) : Option.none()
}
