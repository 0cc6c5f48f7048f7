import { isLate, type SourceLag } from "@landfall/core/congestion/detection/FeedLag"
import { formatCount } from "@landfall/core/listing/Count"
import { Effect, Option } from "effect"

/** Logs when a source of AIS becomes late, and when it no longer is. */
export type LagLog = (sources: ReadonlyArray<SourceLag>) => Effect.Effect<void>

const SECONDS_PER_DAY = 86_400

/** Older timestamps are those of a replayed record. */
const RECORD_SECONDS = 2 * SECONDS_PER_DAY

const formatLag = (seconds: number): string =>
  seconds < RECORD_SECONDS
    ? formatCount(Math.round(seconds / 60), "minute")
    : formatCount(Math.round(seconds / SECONDS_PER_DAY), "day")

const logLate = ({ source, lagSeconds, behindSeconds }: SourceLag, maxLagSeconds: number) => {
  const seconds = Option.getOrElse(lagSeconds, () => 0)
  const arriving = `${source}: reports arrive ${formatLag(seconds)} after their timestamps.`
  if (seconds >= RECORD_SECONDS)
    return Effect.logInfo(`${arriving} They are those of a record, and its port calls have its times.`)
  return Effect.logWarning(
    behindSeconds > maxLagSeconds
      ? `${arriving} Positions of vessels that other sources report earlier are skipped, because LANDFALL_AIS_MAX_LAG_MINUTES limits the wait to ${formatLag(maxLagSeconds)}. Check the clock and the connection of the source.`
      : `${arriving} Port calls are detected with this delay, and none is lost. Check the clock and the connection of the source.`
  )
}

/** Makes a log that writes one line for each change. */
export const makeLagLog = (maxLagSeconds: number): LagLog => {
  const late = new Set<string>()
  return (sources) =>
    Effect.forEach(
      sources,
      (source) => {
        if (isLate(source) === late.has(source.source)) return Effect.void
        if (isLate(source)) {
          late.add(source.source)
          return logLate(source, maxLagSeconds)
        }
        late.delete(source.source)
        return Effect.logInfo(`${source.source}: reports arrive in time again.`)
      },
      { discard: true }
    )
}
