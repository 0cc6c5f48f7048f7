import { TIMESTAMP_TOLERANCE_SECONDS } from "@landfall/core/alerts/sending/Signature"
import { Clock, type Duration, Effect, Layer } from "effect"
import { LeaseClock } from "../sql/LeaseClock.ts"

const TOLERANCE_MILLIS = TIMESTAMP_TOLERANCE_SECONDS * 1000
const NANOS_PER_MILLI = 1_000_000

/** The interval at which the clock of Postgres is read. */
const READ_INTERVAL = "15 seconds"
/** The interval at which a wrong clock is logged again. */
const WARNING_NANOS = 3_600_000_000_000n

/**
 * The clock of a process that shares a Postgres database: that of the machine while it is within 300 s of the clock of
 * Postgres, and that of Postgres otherwise. Between two readings the clock of Postgres continues at the pace of the
 * monotonic clock, so that a clock of the machine that jumps changes nothing.
 */
export class PostgresTime implements Clock.Clock {
  readonly #machine: Clock.Clock
  #reference: { readonly millis: number; readonly nanos: bigint } | undefined

  constructor(machine: Clock.Clock) {
    this.#machine = machine
  }

  /** Sets the time of Postgres, in milliseconds since the epoch. */
  setReference(millis: number): void {
    this.#reference = { millis, nanos: this.#machine.monotonicTimeNanosUnsafe() }
  }

  /** The milliseconds by which the clock of the machine is ahead of that of Postgres, negative when it is behind; 0 within 300 s. */
  leadMillis(): number {
    if (this.#reference === undefined) return 0
    const { millis, nanos } = this.#reference
    const elapsed = Number(this.#machine.monotonicTimeNanosUnsafe() - nanos) / NANOS_PER_MILLI
    const lead = Math.round(this.#machine.currentTimeMillisUnsafe() - millis - elapsed)
    return Math.abs(lead) <= TOLERANCE_MILLIS ? 0 : lead
  }

  currentTimeMillisUnsafe(): number {
    return this.#machine.currentTimeMillisUnsafe() - this.leadMillis()
  }

  currentTimeNanosUnsafe(): bigint {
    return this.#machine.currentTimeNanosUnsafe() - BigInt(this.leadMillis()) * BigInt(NANOS_PER_MILLI)
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.#machine.monotonicTimeNanosUnsafe()
  }

  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return this.#machine.sleep(duration)
  }
}

/** Logs a wrong clock once an hour. */
const makeWarning = (clock: PostgresTime) => {
  let warnedNanos: bigint | undefined
  return Effect.suspend(() => {
    const lead = clock.leadMillis()
    const nanos = clock.monotonicTimeNanosUnsafe()
    const isSilent = warnedNanos !== undefined && nanos - warnedNanos < WARNING_NANOS
    if (lead === 0 || isSilent) return Effect.void
    warnedNanos = nanos
    const difference = `${Math.round(Math.abs(lead) / 1000)} s ${lead > 0 ? "ahead of" : "behind"}`
    return Effect.logWarning(
      `The clock of this machine is ${difference} that of the database, whose time is used in its place. Receivers reject alerts whose timestamp differs from their time by more than ${TIMESTAMP_TOLERANCE_SECONDS} s: synchronise the clocks of both machines.`
    )
  })
}

/**
 * Reads the clock of Postgres at the start and every 15 s, in a process whose `Clock` is a `PostgresTime`. While
 * Postgres cannot be read, its last time continues.
 */
export const layer: Layer.Layer<never, never, LeaseClock> = Layer.effectDiscard(
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    if (!(clock instanceof PostgresTime)) return
    const leaseClock = yield* LeaseClock
    const warn = makeWarning(clock)
    const read = leaseClock.now.pipe(
      Effect.tap((millis) => Effect.sync(() => clock.setReference(millis))),
      Effect.andThen(warn),
      Effect.catch((error) => Effect.logDebug(`The clock of the database cannot be read: ${error.message}`))
    )
    yield* read
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(READ_INTERVAL), read)))
  })
)
