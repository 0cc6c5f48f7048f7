import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeDns from "@effect/platform-node/NodeDns"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as AesGcmSecretBox from "@landfall/storage/AesGcmSecretBox"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import { DeliveryScheduler, defaultSchedulerSettings } from "@landfall/worker/DeliveryScheduler"
import { publicOnly } from "@landfall/worker/node/AddressRules"
import { makeBareUndici, postAll } from "@landfall/worker/node/bench/BareUndici"
import { TargetResolver } from "@landfall/worker/node/EgressGuard"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import * as UndiciTransport from "@landfall/worker/node/UndiciTransport"
import { Effect, Layer, Redacted, DateTime } from "effect"
import { prepareWorkload, eventBody } from "./DeliveryWorkload.ts"
import { startReceiver } from "./ReceiverProcess.ts"
import { unlinkSync, writeFileSync } from "node:fs"
import { Session } from "node:inspector/promises"
for (const f of ["", "-wal", "-shm"]) try { unlinkSync("/tmp/lf/wb/p.db" + f) } catch {}
const N = 10000
const worker = DeliveryScheduler.layer({ ...defaultSchedulerSettings, version: "1", ...(process.env.GW ? {groupWaitMillis: +process.env.GW} : {}) }).pipe(
  Layer.provide(UndiciTransport.layer(UndiciTransport.defaultTransportSettings)),
  Layer.provide(TargetResolver.layer({ ...publicOnly, allowLoopback: true })),
  Layer.provide([NodeDns.layer, NodeMac.layer])
)
const measured = <A, E, R>(name: string, e: Effect.Effect<A, E, R>) => Effect.gen(function* () {
    const t = performance.now(); const c = process.cpuUsage()
    yield* e
    const u = process.cpuUsage(c); const dt = performance.now() - t
    console.log(name.padEnd(8), (N / dt * 1000).toFixed(0), "/s  cpu us", ((u.user + u.system) / N).toFixed(0))
})
const session = new Session(); session.connect()
const prog = Effect.gen(function* () {
  const receiver = yield* startReceiver
  const { post } = yield* prepareWorkload(receiver.url)
  const now = yield* DateTime.now
  const bare = makeBareUndici({ url: receiver.url, body: eventBody(now), key: new Uint8Array(32).fill(7), connections: 64, nowSeconds: () => 1 })
  for (let r = 0; r < 3; r++) {
    yield* measured("bare", Effect.promise(() => postAll(bare, N, 64)))
    yield* Effect.replicateEffect(post, N, { discard: true })
    receiver.forget()
    if (r === 2 && process.env.PROF) { yield* Effect.promise(async () => { await session.post("Profiler.enable"); await session.post("Profiler.start") }) }
    yield* measured("worker", Effect.provide(Effect.gen(function* () {
      const s = yield* DeliveryScheduler
      while ((yield* s.health).attempts.succeeded < N) yield* Effect.sleep(1)
    }), worker))
    if (r === 2 && process.env.PROF) { const { profile } = yield* Effect.promise(() => session.post("Profiler.stop")); writeFileSync("/tmp/lf/wb/real.cpuprofile", JSON.stringify(profile)) }
  }
  process.exit(0)
}).pipe(Effect.scoped, Effect.provide(SqliteStorage.layer({ filename: "/tmp/lf/wb/p.db" }).pipe(Layer.provide(AesGcmSecretBox.layer({ key: Redacted.make("a key for this bench alone") })))), Effect.provide([NodeServices.layer, NodeCrypto.layer]))
NodeRuntime.runMain(prog)
