import { Context, Option } from "effect"
import type { Instant } from "../../time/Instant.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import { LATE_SOURCE_SECONDS, REORDER_WINDOW_SECONDS } from "./DetectionThresholds.ts"
import type { VesselReport } from "./VesselReport.ts"

/** The lag of the reports of a source. */
export interface SourceLag {
  /** The source, as its reports name it. */
  readonly source: string
  /**
   * The median time from the timestamp of a report to its arrival, in seconds, over the reports of the last two minutes
   * before the newest; none for a source without timestamps, whose reports have the time of their arrival.
   */
  readonly lagSeconds: Option.Option<number>
  /**
   * The lag behind the newest report of any source, in seconds of the timestamps, that 95 of 100 reports do not exceed.
   */
  readonly behindSeconds: number
  /** When the newest report arrived, by the clock of the server. */
  readonly lastArrivedAt: Instant
}

/** Receives the lags of the sources of this process; discards them unless the composition provides another function. */
export const FeedLagMetrics = Context.Reference<(sources: ReadonlyArray<SourceLag>) => void>(
  "@landfall/core/congestion/detection/FeedLagMetrics",
  { defaultValue: () => () => undefined }
)

/** The number of reports of a source that are measured, and the least time between two of them: about a minute. */
const MAX_SAMPLES = 256
const SAMPLE_INTERVAL_MILLIS = 250

/**
 * The lag is that of the reports that arrived within this time: a backlog at the start of a source does not count
 * later.
 */
const LAG_MILLIS = 120_000

/** A source without a report for this long no longer determines the reorder window. */
const ACTIVE_MILLIS = 600_000

/** The reorder window exceeds the measured lag by this much. Chosen here. */
const WINDOW_MARGIN_SECONDS = 300

/** The measured reports of a source: a ring of samples. */
interface SourceSamples {
  /** The arrivals with their delays in seconds. */
  readonly delays: Array<readonly [arrivedAt: number, seconds: number]>
  readonly behind: Array<number>
  count: number
  sampledAt: number
  lastArrivedAt: Instant
  /** The median of the delays in whole seconds, at the last measurement. */
  lagSeconds: number | undefined
}

const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const toSourceLag = (source: string, { delays, behind, lastArrivedAt }: SourceSamples): SourceLag => {
  const recent = delays.flatMap(([at, seconds]) => (lastArrivedAt - at <= LAG_MILLIS ? [seconds] : []))
  return {
    source,
    lagSeconds: recent.length === 0 ? Option.none() : Option.some(quantile(recent, 0.5)),
    behindSeconds: quantile(behind, 0.95),
    lastArrivedAt
  }
}

/** Tests whether a source is so late that its operator should know. */
export const isLate = ({ lagSeconds }: SourceLag): boolean =>
  Option.exists(lagSeconds, (seconds) => seconds >= LATE_SOURCE_SECONDS)

/**
 * The reorder window in seconds for sources of these lags at `now`: `REORDER_WINDOW_SECONDS`, or what the source needs
 * that is furthest behind the others. A source further behind than `maxLagSeconds` is not waited for.
 */
const reorderWindowSeconds = (sources: ReadonlyArray<SourceLag>, maxLagSeconds: number, now: Instant): number =>
  sources.reduce((window, { behindSeconds, lastArrivedAt }) => {
    const isWaitedFor = now - lastArrivedAt <= ACTIVE_MILLIS && behindSeconds <= maxLagSeconds
    return isWaitedFor ? Math.max(window, Math.ceil(behindSeconds) + WINDOW_MARGIN_SECONDS) : window
  }, REORDER_WINDOW_SECONDS)

/**
 * Measures the lag of each source, and finds silent vessels. Detection orders positions by their timestamps alone; this
 * compares the timestamps with one another and with the clock of the server. It needs nothing of a source but its
 * reports.
 */
export class FeedLag {
  readonly #maxLagSeconds: number
  readonly #maxVessels: number
  readonly #startedAt: Instant
  readonly #sources = new Map<string, SourceSamples>()
  readonly #arrivals = new Map<MmsiInteger, number>()
  /** The source of the last report of each vessel. */
  readonly #sourceOf = new Map<MmsiInteger, SourceSamples>()
  #newest = 0
  #windowSeconds = REORDER_WINDOW_SECONDS

  /**
   * `maxLagSeconds` is how far a source may be behind the others for positions to wait for it. The arrivals of at most
   * `maxVessels` are known; further ones are silent.
   */
  constructor(startedAt: Instant, maxLagSeconds: number, maxVessels = Number.POSITIVE_INFINITY) {
    this.#startedAt = startedAt
    this.#maxLagSeconds = maxLagSeconds
    this.#maxVessels = maxVessels
  }

  /** Records that a report has arrived. */
  receive({ mmsi, at, clock, source }: VesselReport, arrivedAt: Instant): void {
    const isKnown = this.#arrivals.size < this.#maxVessels || this.#arrivals.has(mmsi)
    if (isKnown) this.#arrivals.set(mmsi, arrivedAt)
    if (at > this.#newest) this.#newest = at
    let samples = this.#sources.get(source)
    if (samples === undefined) {
      samples = { delays: [], behind: [], count: 0, sampledAt: 0, lastArrivedAt: arrivedAt, lagSeconds: undefined }
      this.#sources.set(source, samples)
    }
    samples.lastArrivedAt = arrivedAt
    if (isKnown && this.#sourceOf.get(mmsi) !== samples) this.#sourceOf.set(mmsi, samples)
    if (samples.count >= MAX_SAMPLES && arrivedAt - samples.sampledAt < SAMPLE_INTERVAL_MILLIS) return
    const slot = samples.count % MAX_SAMPLES
    samples.behind[slot] = (this.#newest - at) / 1000
    if (clock === "source")
      samples.delays[Math.min(slot, samples.delays.length)] = [arrivedAt, Math.max(0, (arrivedAt - at) / 1000)]
    samples.count++
    samples.sampledAt = arrivedAt
  }

  /** The lag of each source so far. */
  get sources(): ReadonlyArray<SourceLag> {
    return [...this.#sources].map(([source, samples]) => toSourceLag(source, samples))
  }

  /** The median lag of a source in seconds; none for one without timestamps. */
  lagOf(source: string): Option.Option<number> {
    const samples = this.#sources.get(source)
    return samples === undefined ? Option.none() : toSourceLag(source, samples).lagSeconds
  }

  /** The lag of the source of a vessel in whole seconds, as measured last; undefined for one without timestamps. */
  lagOfVessel(mmsi: MmsiInteger): number | undefined {
    return this.#sourceOf.get(mmsi)?.lagSeconds
  }

  /** Recomputes the lags and the reorder window, and returns the window in seconds. */
  update(now: Instant): number {
    const lags = this.sources
    for (const { lagSeconds, source } of lags) {
      const samples = this.#sources.get(source)
      if (samples !== undefined) samples.lagSeconds = Option.getOrUndefined(Option.map(lagSeconds, Math.round))
    }
    this.#windowSeconds = reorderWindowSeconds(lags, this.#maxLagSeconds, now)
    return this.#windowSeconds
  }

  /**
   * Tests whether nothing of a vessel has arrived for the length of the reorder window, so that none of its buffered
   * positions is preceded by one that is still to come.
   */
  isSilent(mmsi: MmsiInteger, now: Instant): boolean {
    return now - (this.#arrivals.get(mmsi) ?? this.#startedAt) >= this.#windowSeconds * 1000
  }

  /** Discards the arrivals of silent vessels: one without an arrival is silent since the start. */
  prune(now: Instant): void {
    for (const mmsi of this.#arrivals.keys()) {
      if (!this.isSilent(mmsi, now)) continue
      this.#arrivals.delete(mmsi)
      this.#sourceOf.delete(mmsi)
    }
  }
}
