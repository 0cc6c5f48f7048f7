import { monitorEventLoopDelay } from "node:perf_hooks"
import { Clock, Effect, Layer } from "effect"
import { Metrics } from "./Metrics.ts"

/** Interval of the samples of the event loop delay. */
const SAMPLE_INTERVAL_MILLIS = 20
const NANOS_PER_SECOND = 1e9
const MICROS_PER_SECOND = 1e6
const MILLIS_PER_SECOND = 1000

const PERCENTILES = [50, 99, 100]

/** Memory, processor time and event loop of this process, and the version that runs. */
export const layer = (version: string) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const metrics = yield* Metrics
      const clock = yield* Clock.Clock
      const startedAt = clock.currentTimeMillisUnsafe() / MILLIS_PER_SECOND - process.uptime()
      const delay = yield* Effect.acquireRelease(
        Effect.sync(() => {
          const histogram = monitorEventLoopDelay({ resolution: SAMPLE_INTERVAL_MILLIS })
          histogram.enable()
          return histogram
        }),
        (histogram) => Effect.sync(() => histogram.disable())
      )
      metrics.gauge("landfall_build_info", "The version that runs; always 1", 1, { version, node: process.version })
      metrics.gauge("process_start_time_seconds", "Start of the process, in seconds since 1970", startedAt)

      const collect = Effect.sync(() => {
        const { user, system } = process.cpuUsage()
        const { rss, heapUsed } = process.memoryUsage()
        metrics.gauge("process_resident_memory_bytes", "Resident memory", rss)
        metrics.gauge("landfall_heap_used_bytes", "JavaScript heap in use, in bytes", heapUsed)
        metrics.setTotal(
          "process_cpu_seconds_total",
          "Processor time used, in seconds",
          (user + system) / MICROS_PER_SECOND
        )
        for (const percentile of PERCENTILES) {
          const seconds = delay.percentile(percentile) / NANOS_PER_SECOND - SAMPLE_INTERVAL_MILLIS / MILLIS_PER_SECOND
          metrics.gauge(
            "landfall_event_loop_delay_seconds",
            "Delay of the event loop since the last read, in seconds",
            Math.max(0, seconds),
            { quantile: String(percentile / 100) }
          )
        }
        delay.reset()
      })
      metrics.registerCollector("process", collect)
    })
  )
