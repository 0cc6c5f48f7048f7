import { hostname } from "node:os"
import { DEFAULT_MAX_LAG_SECONDS } from "@landfall/core/congestion/detection/DetectionThresholds"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import {
  DEFAULT_SILENCE_MILLIS,
  failoverSettings,
  type SourceState
} from "@landfall/core/congestion/sources/SourceFailover"
import { formatCount } from "@landfall/core/listing/Count"
import { CarrierUrl } from "@landfall/core/tracking/carriers/CarrierProfile"
import type { AisTally } from "@landfall/feeds/ais/reports/AisTally"
import { groupReports } from "@landfall/feeds/ais/sources/SourceGroup"
import { Metrics } from "@landfall/http/metrics/Metrics"
import { DEFAULT_MAX_VESSELS } from "@landfall/worker/congestion/DefaultMaxVessels"
import * as FleetDetection from "@landfall/worker/congestion/FleetDetection"
import { Effect, Layer, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import type { AisSource, AisSourceGroup } from "../settings/AisSourceValues.ts"
import { registerAisMetrics } from "./AisMetrics.ts"
import { type AisSourceOptions, openAisSource } from "./AisSources.ts"
import { readDroppedDatagrams } from "./UdpDrops.ts"

/** The settings of live AIS. */
export interface AisOptions extends AisSourceOptions {
  /** Sources, each with its stand-bys. */
  readonly ais: ReadonlyArray<AisSourceGroup>
  /** Seconds without a vessel report after which a stand-by takes over. */
  readonly aisSilenceSeconds: number
  /** Minutes that positions wait for a source that is later than others. */
  readonly aisMaxLagMinutes: number
  /** The maximum number of vessels that a process follows. */
  readonly aisMaxVessels: number
  /** Parts into which vessels are divided. */
  readonly aisParts: number
}

/** No live AIS. */
export const NO_AIS: AisOptions = {
  ais: [],
  aisSilenceSeconds: DEFAULT_SILENCE_MILLIS / 1000,
  aisMaxLagMinutes: DEFAULT_MAX_LAG_SECONDS / 60,
  aisMaxVessels: DEFAULT_MAX_VESSELS,
  aisParts: 1,
  aisCatcherCredentials: Option.none(),
  aisstreamKey: Option.none(),
  barentsWatchId: Option.none(),
  barentsWatchSecret: Option.none(),
  barentsWatchTokenUrl: CarrierUrl.make("https://id.barentswatch.no/connect/token"),
  aisstreamAreas: []
}

/** The interval of the summaries of each source in the log. */
const SUMMARY_INTERVAL = "1 hour"

const logSummary = (name: string, tally: AisTally): Effect.Effect<void> => {
  const { reports, lines, faults, reconnections, silences, datagramsDropped } = tally.counts()
  const faultCounts = Object.entries(faults).map(([kind, { count }]) => `${kind} ${count}`)
  const parts = [
    `${formatCount(reports, "vessel report")} in ${formatCount(lines, "line")}`,
    formatCount(reconnections, "reconnection"),
    formatCount(silences, "silence"),
    `${formatCount(datagramsDropped, "datagram")} lost`
  ]
  return Effect.logInfo(
    `${name}: ${parts.join(", ")}. ${faultCounts.length === 0 ? "No faults." : `Faults: ${faultCounts.join(", ")}.`}`
  )
}

/** Adds the datagrams that the kernel has dropped since the last count; another source has none. */
const makeDropCount = (source: AisSource, tally: AisTally): Effect.Effect<void> => {
  if (source.protocol !== "udp") return Effect.void
  let counted = 0
  return Effect.map(readDroppedDatagrams(source.port), (dropped) => {
    tally.addDroppedDatagrams(Math.max(0, dropped - counted))
    counted = dropped
  })
}

const reportsOf = (
  group: AisSourceGroup,
  options: AisOptions,
  metrics: Metrics["Service"]
): Stream.Stream<VesselReport> =>
  Stream.suspend(() => {
    const sources = group.map((source) => {
      const opened = openAisSource(source, options)
      return { ...opened, countDrops: makeDropCount(source, opened.tally) }
    })
    let states: ReadonlyArray<SourceState> = []
    for (const [index, source] of sources.entries()) registerAisMetrics(metrics, source, () => states[index])
    const summaries = Stream.drain(
      Stream.tick(SUMMARY_INTERVAL).pipe(
        Stream.drop(1),
        Stream.tap(() =>
          Effect.forEach(
            sources,
            ({ name, tally, countDrops }) => Effect.andThen(countDrops, logSummary(name, tally)),
            { discard: true }
          )
        )
      )
    )
    const settings = failoverSettings(options.aisSilenceSeconds * 1000, sources.length)
    const reports = groupReports(sources, settings, (next) => {
      states = next
    })
    return Stream.merge(reports, summaries)
  })

/** An id for this process as the detector of the fleet, different at each start. */
export const makeDetectorId = Effect.gen(function* () {
  const id = yield* (yield* SecureRandom.SecureRandom).uuidV4()
  return DetectorId.make(`process ${process.pid} on ${hostname().slice(0, 100)} (${id.slice(0, 8)})`)
})

/** Detects port calls in live AIS. Without sources it does nothing and claims no fleet lease. */
export const layer = (options: AisOptions) =>
  options.ais.length === 0
    ? Layer.empty
    : Layer.unwrap(
        Effect.gen(function* () {
          const metrics = yield* Metrics
          const reports = options.ais.map((group) => reportsOf(group, options, metrics))
          return FleetDetection.layer(
            {
              ...FleetDetection.defaultFleetDetectionSettings(yield* makeDetectorId),
              maxLagSeconds: options.aisMaxLagMinutes * 60,
              maxVessels: options.aisMaxVessels,
              parts: options.aisParts
            },
            Stream.mergeAll(reports, { concurrency: "unbounded" })
          )
        })
      )
