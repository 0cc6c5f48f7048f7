import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { Idempotency } from "@landfall/core/accounts/Idempotency"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DEFAULT_LIMITS, Limits, type LimitValues } from "@landfall/core/limits/Limits"
import { DAY_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Context, Effect, Layer, Logger, Option, Redacted } from "effect"
import * as LandfallServer from "../../src/service/LandfallServer.ts"
import { ADMIN_KEY } from "../support/Admin.ts"
import { carrierServer, carriersOfServer } from "../support/CarrierServer.ts"
import { storage } from "../support/Service.ts"

/** What the stores of the service do; a test sets it. */
export class StoreControl extends Context.Service<
  StoreControl,
  {
    /** Every call of a store fails for this reason. */
    failure: StorageError["reason"] | undefined
    /** Requests with an idempotency-key stay in progress until this completes. */
    progress: Effect.Effect<void>
  }
>()("StoreControl") {}

/** A store whose methods fail on demand. */
const controlled = <Identifier, Store extends object>(key: Context.Key<Identifier, Store>) =>
  Layer.effect(
    key,
    Effect.gen(function* () {
      const control = yield* StoreControl
      const check = (operation: string) =>
        Effect.suspend(() =>
          control.failure === undefined
            ? Effect.void
            : Effect.fail(new StorageError({ operation, reason: control.failure, cause: new Error("set by the test") }))
        )
      return new Proxy(yield* key, {
        get: (store, name, receiver) => {
          const member = Reflect.get(store, name, receiver)
          const before = check(`${key.key}.${String(name)}`)
          if (Effect.isEffect(member)) return Effect.andThen(before, member)
          if (typeof member !== "function") return member
          return (...args: ReadonlyArray<unknown>) => Effect.andThen(before, Reflect.apply(member, store, args))
        }
      })
    })
  )

/** Requests with an idempotency-key that stay in progress until the test ends them. */
const heldIdempotency = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const control = yield* StoreControl
    const { once } = yield* Idempotency
    return Idempotency.of({
      once: (request, effect, before = Effect.void) =>
        once(
          request,
          effect,
          Effect.andThen(
            Effect.suspend(() => control.progress),
            before
          )
        )
    })
  })
)

const stores = Layer.mergeAll(
  controlled(AccountStore),
  controlled(ApiKeyStore),
  controlled(ShipmentStore),
  heldIdempotency
).pipe(
  Layer.provideMerge(storage),
  Layer.provideMerge(Layer.sync(StoreControl, () => ({ failure: undefined, progress: Effect.void })))
)

/** A test sends its requests as fast as it can. */
const UNLIMITED = 1_000_000_000

/**
 * The service with the admin API, two carriers, stores that fail on demand of a test, these limits and no rates. Its log is
 * not printed.
 */
export const contractServiceWith = (limits: Partial<LimitValues>) =>
  Layer.unwrap(
    Effect.map(carriersOfServer, (carriers) =>
      LandfallServer.layer({
        ...LandfallServer.localOptions,
        carriers,
        adminKey: Option.some(Redacted.make(ADMIN_KEY))
      })
    )
  ).pipe(
    Layer.provideMerge(stores),
    Layer.provideMerge(carrierServer),
    Layer.provideMerge(Layer.merge(NodeServices.layer, NodeCrypto.layer)),
    Layer.provideMerge(Logger.layer([])),
    Layer.provide(
      Layer.succeed(Limits, {
        ...DEFAULT_LIMITS,
        "key.requests": UNLIMITED,
        "account.requests": UNLIMITED,
        "address.requests": UNLIMITED,
        "address.failedKeys": UNLIMITED,
        ...limits
      })
    )
  )

/** Lines beyond the bounds of a schema reach it: they are not counted before. */
export const contractService = contractServiceWith({ "request.lines": 1_000_000 })

/** A port with a ship in it, for which figures and port watches exist. */
export const fillPort = Effect.gen(function* () {
  const log = yield* PortCallLog
  const now = Date.now()
  const port = Unlocode.make("NLRTM")
  const days = Array.from({ length: 120 }, (_, day) => Math.floor(now / DAY_MILLIS) - day)
  const call = samplePortCall(1, { port })
  const startedAt = Instant.make(now - DAY_MILLIS)
  const stays = call.stays.map((stay) => ({ ...stay, from: startedAt, to: Option.none() }))
  yield* log.addCoverage([{ port, days, lastReceivedAt: Option.some(Instant.make(now)) }])
  yield* log.put([{ ...call, startedAt, endedAt: Option.none(), stays, lastReceivedAt: Instant.make(now) }])
})
