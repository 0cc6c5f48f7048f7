import { it } from "@effect/vitest"
import { type Arbitrary, DateTime, Effect, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME } from "../../samples/Samples.ts"
import type { StorageLayer, StoragePorts } from "./StoragePorts.ts"

/** The number of runs of a property, unless its layer has one. Each run builds a new store. */
const PROPERTY_RUNS = 20

/** Stops a rule that never ends. It is long enough for a slow machine or database. */
const TIMEOUT_MILLIS = 600_000

const onFreshStore = <A, E, EL>(layer: StorageLayer<EL>, body: Effect.Effect<A, E, StoragePorts>) =>
  Effect.andThen(TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME)), Effect.provide(body, layer))

/** Registers a rule. It runs on a new, empty store, at `SAMPLE_TIME`. */
export const rule = <A, E, EL>(
  layer: StorageLayer<EL>,
  name: string,
  body: () => Effect.Effect<A, E, StoragePorts>
): void => it.effect(name, () => onFreshStore(layer, body()), TIMEOUT_MILLIS)

/** Registers a rule for generated input. Each run uses a new, empty store, at `SAMPLE_TIME`. */
export const property = <In, E, EL>(
  layer: StorageLayer<EL>,
  name: string,
  input: Schema.Schema<In> | Arbitrary.Arbitrary<In>,
  body: (input: In) => Effect.Effect<void, E, StoragePorts>
): void =>
  it.effect.prop(name, { input }, ({ input }) => onFreshStore(layer, body(input)), {
    timeout: TIMEOUT_MILLIS,
    arbitrary: { runs: layer.propertyRuns ?? PROPERTY_RUNS }
  })
