import { hostname } from "node:os"
import * as NodeDatagramSocket from "@effect/platform-node/NodeDatagramSocket"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { DetectorId } from "@landfall/core/congestion/detection/FleetLease"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { formatCount } from "@landfall/core/listing/Count"
import { DEFAULT_SILENCE_TIMEOUT, tcpReports, udpReports } from "@landfall/feeds/ais/NmeaNetwork"
import { type AisTally, makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { Metrics } from "@landfall/http/metrics/Metrics"
import * as FleetDetection from "@landfall/worker/congestion/FleetDetection"
import { Effect, Layer, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import type { AisSource } from "../settings/SettingValues.ts"
import { readDroppedDatagrams } from "./UdpDrops.ts"

const sourceUrl = ({ protocol, host, port }: AisSource): string =>
  `${protocol}://${host.includes(":") ? `[${host}]` : host}:${port}`

/** How often the log has a summary of each source. */
const SUMMARY_INTERVAL = "1 hour"

const logSummary = (name: string, tally: AisTally): Effect.Effect<void> => {
  const { reports, lines, faults, reconnections, datagramsDropped } = tally.counts()
  const faultCounts = Object.entries(faults).map(([kind, { count }]) => `${kind} ${count}`)
  const parts = [
    `${formatCount(reports, "vessel report")} in ${formatCount(lines, "line")}`,
    formatCount(reconnections, "reconnection"),
    `${formatCount(datagramsDropped, "datagram")} lost`
  ]
  return Effect.logInfo(
    `${name}: ${parts.join(", ")}. ${faultCounts.length === 0 ? "No faults." : `Faults: ${faultCounts.join(", ")}.`}`
  )
}

/** Adds the datagrams that the kernel has dropped since the last count; a source over TCP has none. */
const makeDropCount = ({ protocol, port }: AisSource, tally: AisTally): Effect.Effect<void> => {
  if (protocol === "tcp") return Effect.void
  let counted = 0
  return Effect.map(readDroppedDatagrams(port), (dropped) => {
    tally.addDroppedDatagrams(Math.max(0, dropped - counted))
    counted = dropped
  })
}

/** Adds the counters of a source to the metrics of this process. */
const registerAisMetrics = (
  metrics: Metrics["Service"],
  source: string,
  tally: AisTally,
  countDrops: Effect.Effect<void>
) =>
  metrics.registerCollector(
    source,
    Effect.map(countDrops, () => {
      const { reports, lines, faults, reconnections, datagramsDropped } = tally.counts()
      const count = (name: string, description: string, total: number, labels = {}) =>
        metrics.setTotal(`landfall_ais_${name}_total`, description, total, { source, ...labels })
      count("reports", "Reports of vessels received", reports)
      count("lines", "Lines of AIS read", lines)
      count("reconnections", "TCP reconnections", reconnections)
      count("datagrams_dropped", "UDP datagrams lost", datagramsDropped)
      for (const [kind, { count: total }] of Object.entries(faults))
        count("faults", "Faulty lines of AIS", total, { kind })
    })
  )

const reportsOf = (source: AisSource, metrics: Metrics["Service"]): Stream.Stream<VesselReport> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const name = sourceUrl(source)
      const tally = makeAisTally()
      const countDrops = makeDropCount(source, tally)
      registerAisMetrics(metrics, name, tally, countDrops)
      const options = { source: name, tally, silenceTimeout: DEFAULT_SILENCE_TIMEOUT }
      const { host, port } = source
      const reports =
        source.protocol === "tcp"
          ? tcpReports(yield* NodeSocket.makeNet({ host, port }), options)
          : udpReports(yield* NodeDatagramSocket.make({ bind: { address: host, port } }), options)
      const summaries = Stream.drain(
        Stream.tick(SUMMARY_INTERVAL).pipe(
          Stream.drop(1),
          Stream.tap(() => Effect.andThen(countDrops, logSummary(name, tally)))
        )
      )
      return Stream.merge(reports, summaries)
    })
  )

/** An id for this process as the detector of the fleet, different at each start. */
export const makeDetectorId = Effect.gen(function* () {
  const id = yield* (yield* SecureRandom.SecureRandom).uuidV4()
  return DetectorId.make(`process ${process.pid} on ${hostname().slice(0, 100)} (${id.slice(0, 8)})`)
})

/**
 * Detects port calls in live AIS. Without sources it does nothing and claims no fleet lease. `maxLagSeconds` limits how
 * long positions wait for a source that is later than others.
 */
export const layer = (sources: ReadonlyArray<AisSource>, maxLagSeconds: number) =>
  sources.length === 0
    ? Layer.empty
    : Layer.unwrap(
        Effect.gen(function* () {
          const metrics = yield* Metrics
          const reports = sources.map((source) => reportsOf(source, metrics))
          return FleetDetection.layer(
            { ...FleetDetection.defaultFleetDetectionSettings(yield* makeDetectorId), maxLagSeconds },
            Stream.mergeAll(reports, { concurrency: "unbounded" })
          )
        })
      )
