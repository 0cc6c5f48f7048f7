import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import {
  checkGroup,
  type FailoverSettings,
  type FailoverStep,
  receiveReport,
  type SourceState,
  startGroup
} from "@landfall/core/congestion/sources/SourceFailover"
import { Cause, Effect, Fiber, Queue, Stream } from "effect"
import type { AisTally } from "../reports/AisTally.ts"
import { currentInstant as now } from "../reports/ReadReports.ts"

/** A source of a group. */
export interface GroupedSource {
  /** The name of the source in the log. */
  readonly name: string
  /** The reports of the source, with its reconnections. The stream runs while the source does. */
  readonly reports: Stream.Stream<VesselReport>
  readonly tally: AisTally
}

/** The interval at which a group is checked. */
const CHECK_INTERVAL = "1 second"

/** The number of reports that wait for detection. A source that sends faster waits, or its socket drops datagrams. */
const BUFFERED_REPORTS = 4_096

/** The line that the log has for a step; undefined when the line of the step before it covers it. */
const describeStep = (
  step: FailoverStep,
  steps: ReadonlyArray<FailoverStep>,
  sources: ReadonlyArray<GroupedSource>
): string | undefined => {
  const source = sources[step.source]
  if (source === undefined) return undefined
  switch (step._tag) {
    case "FellSilent": {
      const connection = source.tally.counts().isConnected
        ? "is connected, but has sent"
        : "is not connected, and has sent"
      const started = steps.find(({ _tag }) => _tag === "Started")
      const next = started === undefined ? undefined : sources[started.source]?.name
      const takeover = next === undefined ? "No stand-by is left to take over." : `Its stand-by ${next} takes over.`
      return `${source.name} ${connection} no vessel report for ${Math.round(step.silentMillis / 1000)} s. ${takeover}`
    }
    case "Started":
      return undefined
    case "Stopped":
      return `${source.name} is a stand-by again: a source before it sends vessel reports.`
  }
}

/**
 * The reports of a group of sources with failover: those of the primary, and those of a stand-by while every source
 * before it is silent. Both are emitted while the primary recovers; detection ignores duplicate reports.
 *
 * @param onStates receives the states of the sources, in the order of the group, whenever they change
 */
export const groupReports = (
  sources: ReadonlyArray<GroupedSource>,
  settings: FailoverSettings,
  onStates: (states: ReadonlyArray<SourceState>) => void = () => {}
): Stream.Stream<VesselReport> =>
  Stream.callback<VesselReport>(
    Effect.fnUntraced(function* (queue) {
      let states = startGroup(sources.length, yield* now)
      const fibers = new Map<number, Fiber.Fiber<void>>()
      /** The chunks of each source that wait for detection: such a source is not silent. */
      const waiting = sources.map(() => 0)
      const scope = yield* Effect.scope

      const markReport = (index: number) =>
        Effect.map(now, (at) => {
          states = states.map((state, other) => (other === index ? receiveReport(state, at) : state))
        })
      const addWaiting = (index: number, amount: number) =>
        Effect.sync(() => {
          waiting[index] = (waiting[index] ?? 0) + amount
        })
      const deliver = (index: number, chunk: ReadonlyArray<VesselReport>) =>
        markReport(index).pipe(
          Effect.andThen(addWaiting(index, 1)),
          Effect.andThen(Queue.offerAll(queue, chunk)),
          Effect.ensuring(addWaiting(index, -1)),
          Effect.andThen(markReport(index))
        )
      const start = Effect.fnUntraced(function* (index: number) {
        const source = sources[index]
        if (source === undefined) return
        const fiber = yield* source.reports.pipe(
          Stream.runForEachArray((chunk) => deliver(index, chunk)),
          Effect.onExit((exit) =>
            exit._tag === "Failure" && !Cause.hasInterruptsOnly(exit.cause)
              ? Queue.failCause(queue, exit.cause)
              : Effect.sync(source.tally.addStop)
          ),
          Effect.forkIn(scope)
        )
        fibers.set(index, fiber)
      })
      const stop = Effect.fnUntraced(function* (index: number) {
        const fiber = fibers.get(index)
        fibers.delete(index)
        if (fiber !== undefined) yield* Fiber.interrupt(fiber)
      })
      const executeStep = Effect.fnUntraced(function* (step: FailoverStep, steps: ReadonlyArray<FailoverStep>) {
        const text = describeStep(step, steps, sources)
        if (text !== undefined) yield* step._tag === "FellSilent" ? Effect.logWarning(text) : Effect.logInfo(text)
        if (step._tag === "FellSilent") sources[step.source]?.tally.addSilence()
        if (step._tag === "Started") yield* start(step.source)
        if (step._tag === "Stopped") yield* stop(step.source)
      })
      const check = Effect.gen(function* () {
        for (const [index, amount] of waiting.entries()) if (amount > 0) yield* markReport(index)
        const plan = checkGroup(states, yield* now, settings)
        states = plan.states
        onStates(states)
        for (const failoverStep of plan.steps) yield* executeStep(failoverStep, plan.steps)
      })

      onStates(states)
      yield* start(0)
      yield* Effect.forkIn(Effect.forever(Effect.andThen(Effect.sleep(CHECK_INTERVAL), check)), scope)
    }),
    { bufferSize: BUFFERED_REPORTS, strategy: "suspend" }
  )
