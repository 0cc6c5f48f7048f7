import type { SourceState } from "@landfall/core/congestion/sources/SourceFailover"
import { AIS_FAULT_KINDS, type AisTally } from "@landfall/feeds/ais/reports/AisTally"
import type { Metrics } from "@landfall/http/metrics/Metrics"
import { Effect } from "effect"

/** A source, its counters, and an effect that adds to them what the kernel has dropped. */
export interface MeasuredSource {
  readonly name: string
  readonly tally: AisTally
  readonly countDrops: Effect.Effect<void>
}

const isRunning = (state: SourceState | undefined): boolean => state !== undefined && state._tag !== "Stopped"

/**
 * Adds the counters of a source to the metrics of this process. Each begins at zero, so that its first change shows as an
 * increase. `stateOf` returns the state of the source in its group.
 */
export const registerAisMetrics = (
  metrics: Metrics["Service"],
  { name: source, tally, countDrops }: MeasuredSource,
  stateOf: () => SourceState | undefined
): void =>
  metrics.registerCollector(
    source,
    Effect.map(countDrops, () => {
      const counts = tally.counts()
      const count = (name: string, description: string, total: number, labels = {}) =>
        metrics.setTotal(`landfall_ais_${name}_total`, description, total, { source, ...labels })
      const gauge = (name: string, description: string, isTrue: boolean) =>
        metrics.gauge(`landfall_ais_source_${name}`, description, isTrue ? 1 : 0, { source })
      const state = stateOf()
      count("reports", "Reports of vessels received", counts.reports)
      count("positions", "Position reports of vessels received", counts.positions)
      count("lines", "Lines and messages of AIS read", counts.lines)
      count("reconnections", "Connections to AIS sources that ended or failed", counts.reconnections)
      count("silences", "Times that a running AIS source sent no vessel report", counts.silences)
      count("datagrams_dropped", "UDP datagrams lost", counts.datagramsDropped)
      for (const kind of AIS_FAULT_KINDS) {
        count("faults", "Faulty lines and messages of AIS", counts.faults[kind]?.count ?? 0, { kind })
      }
      gauge("running", "Whether an AIS source is received: 0 for a stand-by that is not needed", isRunning(state))
      gauge("connected", "Whether the connection to an AIS source is open", counts.isConnected)
      gauge("silent", "Whether an AIS source runs and sends no vessel report", state?._tag === "Silent")
    })
  )
