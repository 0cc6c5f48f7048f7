import { Brand, Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import { VesselClass } from "../../vessels/VesselClass.ts"
import { VesselType } from "../../vessels/VesselType.ts"
import {
  CallEnding,
  type CallingVessel,
  type PortCall,
  type PortCallId,
  StayEvidence,
  StayKind,
  VesselTypeSource,
  WaitAssignment
} from "../detection/PortCall.ts"
import type { AisShipType } from "../detection/VesselReport.ts"
import { TokenReader, TokenWriter } from "../encoding/Tokens.ts"
import type { ZoneId } from "../zones/Zone.ts"
import type { LedgerContents } from "./PortLedger.ts"

/** The version of the encoding. A ledger of another version is not read: it is built again from the calls. */
const FORMAT_VERSION = 3

const kinds = StayKind.literals
const evidences = StayEvidence.literals
const types = VesselType.literals
const typeSources = VesselTypeSource.literals
const classes = VesselClass.literals
const assignments = WaitAssignment.literals
const endings = CallEnding.literals
const sources = ["ais", "report"] as const

// Stored values were valid when they were encoded, so their brands need no check.
const callId = Brand.nominal<PortCallId>()
const instant = Brand.nominal<Instant>()
const unlocode = Brand.nominal<Unlocode>()
const zoneId = Brand.nominal<ZoneId>()
const mmsi = Brand.nominal<MmsiInteger>()
const imoNumber = Brand.nominal<ImoNumber>()
const aisShipType = Brand.nominal<AisShipType>()

/** None is -1: values encoded this way are never negative. */
const writeOption = (writer: TokenWriter, value: Option.Option<number>): void =>
  writer.number(Option.getOrElse(value, () => -1))

const readOption = (reader: TokenReader): Option.Option<number> => {
  const value = reader.number()
  return value < 0 ? Option.none() : Option.some(value)
}

const indexIn = <A>(choices: ReadonlyArray<A>, value: Option.Option<A>): number =>
  Option.match(value, { onNone: () => -1, onSome: (choice) => choices.indexOf(choice) })

const readChoice = <A>(reader: TokenReader, choices: ReadonlyArray<A>, otherwise: A): Option.Option<A> =>
  Option.map(readOption(reader), (index) => reader.oneOf(choices, index, otherwise))

const writeVessel = (writer: TokenWriter, vessel: CallingVessel): void => {
  writeOption(writer, vessel.mmsi)
  writer.text(Option.getOrNull(vessel.imo))
  writer.text(Option.getOrNull(vessel.name))
  writeOption(writer, vessel.shipType)
  writer.number(vessel.commercial ? 1 : 0, indexIn(types, vessel.type), typeSources.indexOf(vessel.typeSource))
}

const readVessel = (reader: TokenReader): CallingVessel => ({
  mmsi: Option.map(readOption(reader), mmsi),
  imo: Option.map(Option.fromNullOr(reader.text()), imoNumber),
  name: Option.fromNullOr(reader.text()),
  shipType: Option.map(readOption(reader), aisShipType),
  commercial: reader.number() === 1,
  type: readChoice(reader, types, "cargo"),
  typeSource: reader.oneOf(typeSources, reader.number(), "none")
})

type Stay = PortCall["stays"][number]

const writeStay = (writer: TokenWriter, { kind, evidence, zone, from, to, latitude, longitude }: Stay): void => {
  writer.number(kinds.indexOf(kind), evidences.indexOf(evidence), from)
  writeOption(writer, to)
  writer.text(Option.getOrNull(zone))
  writer.text(String(latitude))
  writer.text(String(longitude))
}

const readStay = (reader: TokenReader): Stay => ({
  kind: reader.oneOf(kinds, reader.number(), "unknown"),
  evidence: reader.oneOf(evidences, reader.number(), "none"),
  from: instant(reader.number()),
  to: Option.map(readOption(reader), instant),
  zone: Option.map(Option.fromNullOr(reader.internedText()), zoneId),
  latitude: Number(reader.text()),
  longitude: Number(reader.text())
})

const writeCall = (writer: TokenWriter, call: PortCall): void => {
  writer.text(call.id)
  writer.number(call.startedAt)
  writeOption(writer, call.endedAt)
  writer.number(indexIn(endings, call.ending), call.lastReceivedAt, sources.indexOf(call.source))
  writer.list(call.stays, (stay) => writeStay(writer, stay))
  writer.list(call.silences, ({ from, to }) => writer.number(from, to))
  writeVessel(writer, call.vessel)
  writer.number(call.assignment === undefined ? 0 : 1 + assignments.indexOf(call.assignment))
}

const readAssignment = (reader: TokenReader): Pick<PortCall, "assignment"> => {
  const index = reader.number()
  return index === 0 ? {} : { assignment: reader.oneOf(assignments, index - 1, "withdrawn") }
}

const readCall = (reader: TokenReader, port: Unlocode): PortCall => ({
  port,
  id: callId(reader.text() ?? ""),
  startedAt: instant(reader.number()),
  endedAt: Option.map(readOption(reader), instant),
  ending: readChoice(reader, endings, "silent"),
  lastReceivedAt: instant(reader.number()),
  source: reader.oneOf(sources, reader.number(), "ais"),
  stays: reader.list(() => readStay(reader)),
  silences: reader.list(() => ({ from: instant(reader.number()), to: instant(reader.number()) })),
  vessel: readVessel(reader),
  ...readAssignment(reader)
})

/** Encodes a ledger as text of 10 to 60 KB, a hundredth of the calls that it summarises. */
export const encodePortLedger = (ledger: LedgerContents): string => {
  const writer = new TokenWriter()
  writer.number(FORMAT_VERSION)
  writer.text(ledger.port)
  writer.list(ledger.open, (call) => writeCall(writer, call))
  writer.list(ledger.completed, (call) => writeCall(writer, call))
  writer.list(ledger.days, (day) => writer.number(day))
  writer.number(ledger.hasReports ? 1 : 0, ledger.hasPositions ? 1 : 0)
  writeOption(writer, ledger.lastReceivedAt)
  writer.list(ledger.berthHours, ([vesselClass, { newest, minutes }]) => {
    writer.number(classes.indexOf(vesselClass), newest)
    writer.text(minutes)
  })
  return writer.toString()
}

/** Decodes the text of `encodePortLedger`; none when it is of another version or damaged. */
export const decodePortLedger = (text: string): Option.Option<LedgerContents> => {
  const reader = new TokenReader(text)
  if (reader.number() !== FORMAT_VERSION) return Option.none()
  const port = unlocode(reader.text() ?? "")
  const contents: LedgerContents = {
    port,
    open: reader.list(() => readCall(reader, port)),
    completed: reader.list(() => readCall(reader, port)),
    days: reader.list(() => reader.number()),
    hasReports: reader.number() === 1,
    hasPositions: reader.number() === 1,
    lastReceivedAt: Option.map(readOption(reader), instant),
    berthHours: reader.list(() => {
      const vesselClass = reader.oneOf(classes, reader.number(), "commercialVessels")
      return [vesselClass, { newest: reader.number(), minutes: reader.text() ?? "" }] as const
    })
  }
  return reader.isComplete ? Option.some(contents) : Option.none()
}
