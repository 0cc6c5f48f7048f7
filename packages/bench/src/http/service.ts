import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ensureFirstAccount } from "@landfall/core/accounts/FirstAccount"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DEFAULT_LIMITS, Limits } from "@landfall/core/limits/Limits"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { sampleHour, samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import { HttpServer } from "effect/http"
import * as LandfallServer from "landfall/service/LandfallServer"
import { ensureStarterVessels } from "landfall/service/StarterVessels"
import { storageLayerAt } from "../delivery/BenchStores.ts"
import { reportServing } from "./ServerProcess.ts"

/**
 * The service in a separate process, as `landfall serve` runs it, on the database of its first argument and with the API
 * key of its second: one account with enough credits for every benchmark, and one port with positions on a hundred days.
 */

const CREDITS = 1_000_000_000_000
const CALLS = 400
const DAYS = 100

const [, , url = "", key = ""] = process.argv
const port = Unlocode.make("NLRTM")

const seed = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const log = yield* PortCallLog
  yield* ensureStarterVessels
  yield* ensureFirstAccount(Option.some(Redacted.make(key)))
  const account = yield* Effect.flatMap(accounts.first, Effect.fromOption)
  yield* accounts.change(account.id, { monthlyCredits: Option.some(CREDITS) })

  const now = yield* Clock.currentTimeMillis
  const hoursOn = (now - sampleHour(0)) / HOUR_MILLIS
  yield* log.put(
    Array.from({ length: CALLS }, (_, n) => {
      const from = hoursOn - 6 * n - 20
      return samplePortCall(n, { hours: [from, n < 4 ? null : from + 12 + (n % 24)], lastSeenHour: hoursOn })
    })
  )
  const days = Array.from({ length: DAYS }, (_, day) => Math.floor(now / DAY_MILLIS) - day)
  yield* log.addCoverage([{ port, days, lastReceivedAt: Option.some(Instant.make(now)) }])
})

const ready = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  yield* seed
  reportServing(HttpServer.formatAddress(address))
})

const service = LandfallServer.layer(LandfallServer.localOptions).pipe(
  Layer.provideMerge(storageLayerAt(Redacted.make(url))),
  Layer.provideMerge(Layer.merge(NodeServices.layer, NodeCrypto.layer)),
  // One account sends what the machine can serve.
  Layer.provide(
    Layer.succeed(Limits, { ...DEFAULT_LIMITS, "key.requests": 1_000_000_000, "account.requests": 1_000_000_000 })
  )
)

NodeRuntime.runMain(Layer.launch(Layer.provide(Layer.effectDiscard(ready), service)))
