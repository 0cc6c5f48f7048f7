import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DEFAULT_LIMITS, Limits } from "@landfall/core/limits/Limits"
import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import * as LandfallServer from "../../src/service/LandfallServer.ts"
import { repeatUntil } from "../support/Eventually.ts"
import { callerOf, newCaller, storage } from "../support/Service.ts"

const limits = Layer.succeed(Limits, { ...DEFAULT_LIMITS, "key.requests": 1, "account.requests": 1 })

/** Two servers on one database, each with separate counters. */
const openServers = Effect.gen(function* () {
  const platform = yield* Layer.build(Layer.merge(NodeServices.layer, NodeCrypto.layer))
  const database = yield* Layer.build(storage.pipe(Layer.provide(Layer.succeedContext(platform))))
  const server = LandfallServer.layer({ ...LandfallServer.localOptions, worker: false }).pipe(
    Layer.provideMerge(Layer.succeedContext(Context.merge(platform, database))),
    Layer.provide(limits)
  )
  return yield* Effect.all([Layer.build(Layer.fresh(server)), Layer.build(Layer.fresh(server))])
})

const urlOf = (server: Context.Context<HttpServer.HttpServer>) =>
  HttpServer.formatAddress(Context.get(server, HttpServer.HttpServer).address)

describe("two servers on one database", () => {
  it.live("reject a caller on one of them for its requests to the other", () =>
    Effect.gen(function* () {
      const [one, other] = yield* openServers
      const { key } = yield* Effect.provide(newCaller(), one)
      const statusAt = (server: Context.Context<HttpServer.HttpServer>) =>
        Effect.map(
          Effect.promise(() => callerOf(urlOf(server), key).send("GET", `${ALERTS_PREFIX}/endpoint`)),
          ({ status }) => status
        )
      // All that the rate allows goes to one server, for as long as the test runs. The pauses are real, because the servers
      // settle their rates by the clock of the database.
      const flood = Effect.forEach(Array.from({ length: 5 }), () => statusAt(one), { concurrency: 5, discard: true })
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(flood, Effect.sleep("100 millis"))))
      // One request a second: by itself, the other server would admit each of them.
      const next = statusAt(other).pipe(
        Effect.tap((status) => Effect.sync(() => assert.include([200, 429], status))),
        Effect.delay("1 second")
      )
      yield* repeatUntil(next, (status) => status === 429)
    }).pipe(Effect.scoped)
  )
})
