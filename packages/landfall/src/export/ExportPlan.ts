import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import type { ExportPeriod } from "@landfall/storage/export/ExportRows"

/** The kinds of data that can be exported, in the order of the export. */
export const EXPORT_KINDS = ["messages", "attempts", "usage", "port-calls"] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

/**
 * The age at which rows are exported. A row gets its time before its transaction commits, and the result of an attempt is
 * recorded after its start: both within a minute, while the database responds.
 */
export const SETTLING_MILLIS = 10 * 60_000

/** Counts of calls reach their hour late while a server cannot reach the database: the months of this time are written again. */
const USAGE_REVISION_MILLIS = 7 * DAY_MILLIS

/** The instant before which everything is exported now, a whole second. */
export const exportableUntil = (nowMillis: number): number => Math.floor((nowMillis - SETTLING_MILLIS) / 1000) * 1000

/** A calendar month in UTC, as in the name of its folder: `2026-11`. */
const monthOf = (millis: number): string => new Date(millis).toISOString().slice(0, 7)

const startOfMonth = (millis: number): number =>
  Date.UTC(new Date(millis).getUTCFullYear(), new Date(millis).getUTCMonth())

const startOfNextMonth = (millis: number): number =>
  Date.UTC(new Date(millis).getUTCFullYear(), new Date(millis).getUTCMonth() + 1)

/** A part of a period within one calendar month in UTC. */
export interface ExportMonth extends ExportPeriod {
  /** As in the name of its folder: `2026-11`. */
  readonly month: string
}

/** Divides a period at the starts of months; empty when it has no length. */
export const monthsOf = ({ from, until }: ExportPeriod): ReadonlyArray<ExportMonth> => {
  const months: Array<ExportMonth> = []
  for (let start = from; start < until; start = startOfNextMonth(start)) {
    months.push({ month: monthOf(start), from: start, until: Math.min(until, startOfNextMonth(start)) })
  }
  return months
}

/**
 * The months of usage that are written again as a whole: those whose counts can have changed since an export up to `last`,
 * with the hours that have ended at `until`.
 */
export const usageMonths = (last: number, until: number): ReadonlyArray<ExportMonth> =>
  monthsOf({
    from: startOfMonth(last - USAGE_REVISION_MILLIS),
    until: Math.floor(until / HOUR_MILLIS) * HOUR_MILLIS
  })

/** The name of a run, and of the files that it adds: the instant before which it exports, as `20261127T001000Z`. */
export const runName = (until: number): string => new Date(until).toISOString().replace(/[-:]|\.\d+/gu, "")
