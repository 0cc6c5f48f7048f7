/** What is wrong with a line, a message or a row. Each is counted, none stops the reading. */
export const AIS_FAULT_KINDS = [
  /** A line of more bytes than any sentence or row has. It is passed over up to its end. */
  "line_too_long",
  /** No sentence of NMEA 0183 begins in the line. */
  "not_a_sentence",
  /** The sentence ends before its checksum. */
  "truncated_sentence",
  "wrong_checksum",
  /** The checksum is right, and yet the fields are not those of a VDM or VDO sentence. */
  "malformed_sentence",
  /** The tag block's checksum is wrong: its time and station are left out, its sentence is taken. */
  "wrong_tag_block",
  /** Parts of a message whose other parts did not come in time. */
  "parts_missing",
  /** Parts given up because too many messages were open at once. */
  "parts_flooded",
  /** The message is shorter than its type asks for. */
  "message_too_short",
  /** A message type that does not exist. */
  "unknown_message_type",
  /** Beyond 90 degrees of latitude or 180 of longitude, and not the values that stand for unknown. */
  "position_out_of_range",
  /** Nothing in a record tells when the message was received: neither a tag block nor a time after the checksum. */
  "no_time",
  /** Before 1990 or more than a day ahead of our clock. */
  "time_out_of_range",
  /** A live source stamps what it tells more than 7 days late or 5 minutes early: the time of arrival is taken instead. */
  "clock_off",
  /** The row has another number of columns than its header. */
  "wrong_column_count",
  "bad_mmsi",
  "bad_time",
  "bad_number"
] as const
export type AisFaultKind = (typeof AIS_FAULT_KINDS)[number]

/** What is right, and yet tells nothing of a ship's place or self. */
export const AIS_SKIP_KINDS = [
  /** Another sentence of NMEA 0183, such as a GPS receiver's own. */
  "other_sentence",
  /** A message of a type that is not read, such as 4 (base station) or 21 (aid to navigation). */
  "other_message_type",
  /** Its MMSI is that of a coast station, buoy, aircraft or handheld radio. */
  "not_a_ship",
  /** The ship does not know where it is: 91 degrees north, 181 east. */
  "no_position",
  /** Repeats a row already read in every part that is read. */
  "duplicate"
] as const
export type AisSkipKind = (typeof AIS_SKIP_KINDS)[number]

/** How often something was met, and in which line first. Lines are counted from 1; datagrams by their lines too. */
export interface Occurrences {
  readonly count: number
  readonly firstLine: number
}

export interface AisCounts {
  /** Bytes read, packed where they came packed: how much of a file is done. */
  readonly bytes: number
  /** Lines that are not empty. */
  readonly lines: number
  readonly reports: number
  /** Only the kinds that were met. */
  readonly faults: Readonly<Partial<Record<AisFaultKind, Occurrences>>>
  readonly skipped: Readonly<Partial<Record<AisSkipKind, Occurrences>>>
  /** Times that a connection was lost and made again. */
  readonly reconnections: number
  /** Datagrams that came faster than they were read, and were lost. */
  readonly datagramsDropped: number
}

/** Counts what a source gave. One tally may be handed from connection to connection. */
export interface AisTally {
  readonly addBytes: (count: number) => void
  readonly addLine: () => void
  readonly addOccurrence: (kind: AisFaultKind | AisSkipKind) => void
  readonly addReport: () => void
  readonly addReconnection: () => void
  readonly addDroppedDatagrams: (count: number) => void
  readonly counts: () => AisCounts
}

const pick = <K extends string>(kinds: ReadonlyArray<K>, all: ReadonlyMap<string, Occurrences>) => {
  const picked: Partial<Record<K, Occurrences>> = {}
  for (const kind of kinds) {
    const met = all.get(kind)
    if (met !== undefined) picked[kind] = { ...met }
  }
  return picked
}

export const makeAisTally = (): AisTally => {
  const all = new Map<string, { count: number; readonly firstLine: number }>()
  let bytes = 0
  let lines = 0
  let reports = 0
  let reconnections = 0
  let datagramsDropped = 0
  return {
    addBytes: (count) => {
      bytes += count
    },
    addLine: () => {
      lines++
    },
    addOccurrence: (kind) => {
      const known = all.get(kind)
      if (known === undefined) all.set(kind, { count: 1, firstLine: lines })
      else known.count++
    },
    addReport: () => {
      reports++
    },
    addReconnection: () => {
      reconnections++
    },
    addDroppedDatagrams: (count) => {
      datagramsDropped += count
    },
    counts: () => ({
      bytes,
      lines,
      reports,
      faults: pick(AIS_FAULT_KINDS, all),
      skipped: pick(AIS_SKIP_KINDS, all),
      reconnections,
      datagramsDropped
    })
  }
}
