import type { PortCallReport } from "@landfall/core/congestion/detection/VesselReport"
import { type Fault, invalidFault } from "@landfall/core/faults/Fault"
import { parse } from "@landfall/core/faults/Parse"
import { UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import { type IdentifiedVessel, ImoInput, identityOf, MmsiInput } from "@landfall/core/vessels/VesselIdentity"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { Option, Result, Schema, SchemaTransformation } from "effect"
import { readTimestamp } from "../dcsa/fields/Timestamp.ts"

const WITH_OFFSET = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)$/

/** A timestamp with its offset from UTC; local time without an offset is ambiguous. */
const TimestampWithOffset = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(WITH_OFFSET, {
      message: "must be a date and time with its offset from UTC, such as 2026-01-25T06:06:00Z"
    }).abort(),
    Schema.makeFilter((text) => (readTimestamp(text) === undefined ? "must be an existing date and time" : undefined))
  ),
  Schema.decodeTo(
    Instant,
    SchemaTransformation.transform({
      decode: (text) => readTimestamp(text)?.millis ?? Number.NaN,
      encode: (millis: number) => isoOf(Instant.make(millis))
    })
  )
)

/** The timestamps of a call in chronological order. */
const TIME_FIELDS = ["arrivedAt", "berthedAt", "unberthedAt", "departedAt"] as const
type CallTimes = { readonly [Time in (typeof TIME_FIELDS)[number]]?: Instant }

const orderFault = (record: CallTimes): string | undefined => {
  let previous: { readonly name: string; readonly millis: number } | undefined
  for (const name of TIME_FIELDS) {
    const millis = record[name]
    if (millis === undefined) continue
    if (previous !== undefined && millis < previous.millis) return `must have ${name} at or after ${previous.name}`
    previous = { name, millis }
  }
  return undefined
}

const ShortText = Schema.String.check(Schema.isMaxLength(200))

/**
 * A port call as a port or an agent reports it, in a CSV row or a JSON object:
 *
 * | column | value |
 * |---|---|
 * | `port` | UN/LOCODE |
 * | `imo`, `mmsi` | the vessel, by exactly one of the two |
 * | `arrivedAt` | arrival in the port area, anchorages included; ISO 8601 with offset, as all timestamps |
 * | `berthedAt`, `unberthedAt` | optional: arrival at and departure from the berth |
 * | `departedAt` | optional: departure from the port area; without it the call is open |
 * | `vesselName` | optional |
 * | `vesselType` | optional: `cargo`, `tanker` or `roro` |
 */
const PortCallRecord = Schema.Struct({
  port: UnlocodeFromInput,
  imo: Schema.optionalKey(ImoInput),
  mmsi: Schema.optionalKey(MmsiInput),
  arrivedAt: TimestampWithOffset,
  berthedAt: Schema.optionalKey(TimestampWithOffset),
  unberthedAt: Schema.optionalKey(TimestampWithOffset),
  departedAt: Schema.optionalKey(TimestampWithOffset),
  vesselName: Schema.optionalKey(ShortText),
  vesselType: Schema.optionalKey(VesselType)
}).check(Schema.makeFilter(orderFault))
export type PortCallRecord = typeof PortCallRecord.Type

/** The columns of a file of port calls. */
export const PORT_CALL_COLUMNS: ReadonlyArray<string> = Object.keys(PortCallRecord.fields)

/** A rejected record, with all its faults. */
export interface RejectedPortCall {
  /** The number of the record, from 1, without the header. */
  readonly record: number
  readonly faults: ReadonlyArray<Fault>
}

const vesselOf = ({ imo, mmsi }: PortCallRecord): IdentifiedVessel | undefined => {
  if (imo !== undefined && mmsi === undefined) return { imo }
  return mmsi !== undefined && imo === undefined ? { mmsi } : undefined
}

const parseRecord = parse(PortCallRecord)

/** Parses one record; `number` is its position in the file, from 1. */
export const readPortCall = (
  input: unknown,
  number: number,
  source: string
): Result.Result<PortCallReport, RejectedPortCall> => {
  const record = parseRecord(input)
  if (Result.isFailure(record)) return Result.fail({ record: number, faults: record.failure })
  const { port, arrivedAt, berthedAt, unberthedAt, departedAt, vesselName, vesselType } = record.success
  const vessel = vesselOf(record.success)
  if (vessel === undefined) {
    const fault = invalidFault([], "must name the vessel by exactly one of its numbers: imo or mmsi")
    return Result.fail({ record: number, faults: [fault] })
  }
  return Result.succeed({
    _tag: "PortCallReport",
    vessel: identityOf(vessel),
    port,
    arrivedAt,
    berthedAt: Option.fromUndefinedOr(berthedAt),
    unberthedAt: Option.fromUndefinedOr(unberthedAt),
    departedAt: Option.fromUndefinedOr(departedAt),
    vesselName: Option.fromUndefinedOr(vesselName),
    vesselType: Option.fromUndefinedOr(vesselType),
    source
  })
}
