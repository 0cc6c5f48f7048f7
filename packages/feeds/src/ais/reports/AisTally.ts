import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Option } from "effect"

/** The kinds of faults of a line, a message or a row. Each is counted; none ends the reading. */
export const AIS_FAULT_KINDS = [
  /** The line is longer than any sentence or row, and is skipped. */
  "line_too_long",
  /** The line has no sentence of NMEA 0183. */
  "not_a_sentence",
  /** The sentence ends before its checksum. */
  "truncated_sentence",
  "wrong_checksum",
  /** The checksum is right, but the fields are not those of a VDM or VDO sentence. */
  "malformed_sentence",
  /** The checksum of the tag block is wrong: its time and station are ignored, and its sentence is read. */
  "wrong_tag_block",
  /** Parts of a message whose other parts did not arrive in time. */
  "parts_missing",
  /** Parts that were discarded because too many messages were incomplete. */
  "parts_flooded",
  /** The message is shorter than its type requires. */
  "message_too_short",
  /** A message type that does not exist. */
  "unknown_message_type",
  /** The position is outside 90 degrees of latitude or 180 of longitude, and is not the value for unknown. */
  "position_out_of_range",
  /** The record has no receive time: neither in a tag block nor after the checksum. */
  "no_time",
  /** The timestamp is before 1990 or more than a day in the future. */
  "time_out_of_range",
  /** The timestamp of a live source is more than 7 days late or 5 minutes early; the time of arrival is used instead. */
  "clock_off",
  /** The row has another number of columns than its header. */
  "wrong_column_count",
  "invalid_mmsi",
  "invalid_time",
  "invalid_number",
  /** The message is not a JSON document, or one that is not an object. */
  "invalid_json",
  /** The JSON object has another structure than the messages of its source. */
  "malformed_message"
] as const
/** The kind of an invalid line or message. */
export type AisFaultKind = (typeof AIS_FAULT_KINDS)[number]

/** The kinds of valid input that have no position or static data of a vessel. */
export const AIS_SKIP_KINDS = [
  /** Another sentence of NMEA 0183, such as that of a GPS receiver. */
  "other_sentence",
  /** A message of a type that is not read, such as 4 (base station) or 21 (aid to navigation). */
  "other_message_type",
  /** The MMSI is that of a coast station, buoy, aircraft or handheld radio. */
  "not_a_ship",
  /** The position is not available: 91 degrees north, 181 east. */
  "no_position",
  /** The row equals an earlier row in every column that is read. */
  "duplicate"
] as const
/** The kind of valid input without a position or static data. */
export type AisSkipKind = (typeof AIS_SKIP_KINDS)[number]

/** A count, and the line of the first occurrence. Lines are counted from 1, those of datagrams included. */
export interface Occurrences {
  readonly count: number
  readonly firstLine: number
}

/** The counts of a feed so far. */
export interface AisCounts {
  /** The bytes read, compressed ones for a compressed file. Progress is computed from them. */
  readonly bytes: number
  /** The number of lines that are not empty. */
  readonly lines: number
  readonly reports: number
  /** The position reports among the reports. */
  readonly positions: number
  /** The kinds that occurred. */
  readonly faults: Readonly<Partial<Record<AisFaultKind, Occurrences>>>
  readonly skipped: Readonly<Partial<Record<AisSkipKind, Occurrences>>>
  /** The number of reconnections. */
  readonly reconnections: number
  /** The number of datagrams that were dropped because they arrived faster than they were read. */
  readonly datagramsDropped: number
  /** Whether the connection of a live source is open, or its address is listened on. */
  readonly isConnected: boolean
  /** The reason for which the last connection of a live source ended or could not be opened; none before that. */
  readonly lastDisconnection: Option.Option<string>
  /** The number of times that a running live source became silent. */
  readonly silences: number
}

/** Counts the input of a source. Successive connections can share a tally. */
export interface AisTally {
  readonly addBytes: (count: number) => void
  readonly addLine: () => void
  readonly addOccurrence: (kind: AisFaultKind | AisSkipKind) => void
  readonly addReport: (kind: VesselReport["_tag"]) => void
  /** Records that the connection of a live source is open. */
  readonly addConnection: () => void
  /** Records that the connection ended or could not be opened, and is opened again. */
  readonly addReconnection: (reason: string) => void
  /** Records that a live source was stopped. */
  readonly addStop: () => void
  readonly addSilence: () => void
  readonly addDroppedDatagrams: (count: number) => void
  readonly counts: () => AisCounts
}

const pick = <K extends string>(kinds: ReadonlyArray<K>, all: ReadonlyMap<string, Occurrences>) => {
  const selection: Partial<Record<K, Occurrences>> = {}
  for (const kind of kinds) {
    const occurrences = all.get(kind)
    if (occurrences !== undefined) selection[kind] = { ...occurrences }
  }
  return selection
}

/** Makes a tally without counts, for one feed or for several that are counted together. */
export const makeAisTally = (): AisTally => {
  const all = new Map<string, { count: number; readonly firstLine: number }>()
  let bytes = 0
  let lines = 0
  let reports = 0
  let positions = 0
  let reconnections = 0
  let datagramsDropped = 0
  let isConnected = false
  let lastDisconnection = Option.none<string>()
  let silences = 0
  return {
    addBytes: (count) => {
      bytes += count
    },
    addLine: () => {
      lines++
    },
    addOccurrence: (kind) => {
      const existing = all.get(kind)
      if (existing === undefined) all.set(kind, { count: 1, firstLine: lines })
      else existing.count++
    },
    addReport: (kind) => {
      reports++
      if (kind === "PositionReport") positions++
    },
    addConnection: () => {
      isConnected = true
    },
    addReconnection: (reason) => {
      reconnections++
      isConnected = false
      lastDisconnection = Option.some(reason)
    },
    addStop: () => {
      isConnected = false
    },
    addSilence: () => {
      silences++
    },
    addDroppedDatagrams: (count) => {
      datagramsDropped += count
    },
    counts: () => ({
      bytes,
      lines,
      reports,
      positions,
      faults: pick(AIS_FAULT_KINDS, all),
      skipped: pick(AIS_SKIP_KINDS, all),
      reconnections,
      datagramsDropped,
      isConnected,
      lastDisconnection,
      silences
    })
  }
}
