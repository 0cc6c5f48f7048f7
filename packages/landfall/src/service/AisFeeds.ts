import { hostname } from "node:os"
import * as NodeDatagramSocket from "@effect/platform-node/NodeDatagramSocket"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { DetectorId } from "@landfall/core/congestion/detection/VesselStateStore"
import { DEFAULT_SILENCE_TIMEOUT, tcpReports, udpReports } from "@landfall/feeds/ais/NmeaNetwork"
import { type AisTally, makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { Metrics } from "@landfall/http/server/Metrics"
import * as FleetDetection from "@landfall/worker/FleetDetection"
import { Effect, Layer, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto"

/** Where live AIS comes from: a server to connect to, or an address to listen on. */
export interface AisSource {
  readonly protocol: "tcp" | "udp"
  readonly host: string
  readonly port: number
}

const sourceUrl = ({ protocol, host, port }: AisSource): string =>
  `${protocol}://${host.includes(":") ? `[${host}]` : host}:${port}`

/** How often what was heard is summed up in the log. */
const SUMMARY_INTERVAL = "1 hour"

const logSummary = (name: string, tally: AisTally): Effect.Effect<void> => {
  const { reports, lines, faults, reconnections, datagramsDropped } = tally.counts()
  const counted = Object.entries(faults).map(([kind, met]) => `${kind} ${met.count}`)
  return Effect.logInfo(
    `${name}: ${reports} reports of ships in ${lines} lines, ${reconnections} reconnections, ${datagramsDropped} datagrams lost. ${counted.length === 0 ? "No faults." : `Faults: ${counted.join(", ")}.`}`
  )
}

/** Tells what was heard of a source to whoever keeps figures. */
const registerAisMetrics = (figures: Metrics["Service"], source: string, tally: AisTally) =>
  figures.registerCollector(source, () => {
    const { reports, lines, faults, reconnections, datagramsDropped } = tally.counts()
    const count = (name: string, description: string, total: number, labels = {}) =>
      figures.counter(`landfall_ais_${name}_total`, description, total, { source, ...labels })
    count("reports", "Reports of ships heard", reports)
    count("lines", "Lines of AIS read", lines)
    count("reconnections", "Connections made anew", reconnections)
    count("datagrams_dropped", "Datagrams lost", datagramsDropped)
    for (const [kind, met] of Object.entries(faults)) count("faults", "Faults in what was heard", met.count, { kind })
  })

const reportsOf = (source: AisSource): Stream.Stream<VesselReport> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const name = sourceUrl(source)
      const tally = makeAisTally()
      const figures = yield* Effect.serviceOption(Metrics)
      if (Option.isSome(figures)) registerAisMetrics(figures.value, name, tally)
      const options = { source: name, tally, silenceTimeout: DEFAULT_SILENCE_TIMEOUT }
      const { host, port } = source
      const reports =
        source.protocol === "tcp"
          ? tcpReports(yield* NodeSocket.makeNet({ host, port }), options)
          : udpReports(yield* NodeDatagramSocket.make({ bind: { address: host, port } }), options)
      const summaries = Stream.drain(
        Stream.tick(SUMMARY_INTERVAL).pipe(
          Stream.drop(1),
          Stream.tap(() => logSummary(name, tally))
        )
      )
      return Stream.merge(reports, summaries)
    })
  )

/** Names this process as a watcher of the fleet, another each time it starts. */
export const makeDetectorId = Effect.gen(function* () {
  const id = yield* (yield* SecureRandom.SecureRandom).uuidV4()
  return DetectorId.make(`process ${process.pid} on ${hostname().slice(0, 100)} (${id.slice(0, 8)})`)
})

/** Watches the ships that live sources tell of. Without sources it does nothing, and leaves the watch to others. */
export const layer = (sources: ReadonlyArray<AisSource>) =>
  sources.length === 0
    ? Layer.empty
    : Layer.unwrap(
        Effect.map(makeDetectorId, (watcher) =>
          FleetDetection.layer(
            FleetDetection.defaultFleetDetectionSettings(watcher),
            Stream.mergeAll(sources.map(reportsOf), { concurrency: "unbounded" })
          )
        )
      )
