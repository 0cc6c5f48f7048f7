import { NodeCrypto, NodeDns, NodeServices, NodeRuntime } from "@effect/platform-node"
import * as AesGcmSecretBox from "@landfall/storage/AesGcmSecretBox"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import { DeliveryScheduler, defaultSchedulerSettings } from "@landfall/worker/DeliveryScheduler"
import { DeliveryQueue } from "@landfall/core/alerts/DeliveryQueue"
import { AlertTransport } from "@landfall/core/alerts/AlertTransport"
import { publicOnly } from "@landfall/worker/node/AddressRules"
import { TargetResolver } from "@landfall/worker/node/EgressGuard"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import * as UndiciTransport from "@landfall/worker/node/UndiciTransport"
import { Effect, Layer, Redacted } from "effect"
import { prepareWorkload } from "./DeliveryWorkload.ts"
import { startReceiver } from "./ReceiverProcess.ts"
import { percentile } from "./Row.ts"
import { unlinkSync } from "node:fs"
for (const f of ["", "-wal", "-shm"]) try { unlinkSync("/tmp/lf/wb/p.db" + f) } catch {}
const claimedAt = new Map<string, number>(), sendAt = new Map<string, number>(), durs: Record<string, number[]> = { claim: [], record: [], next: [], post: [] }
const timed = (k: string) => <A, E, R>(e: Effect.Effect<A, E, R>) => Effect.suspend(() => { const t = performance.now(); return Effect.ensuring(e, Effect.sync(() => durs[k]!.push(performance.now() - t))) })
const spied = Layer.effect(DeliveryQueue, Effect.map(DeliveryQueue, (q) => ({ ...q,
  claim: (l: number, m: number) => timed("claim")(q.claim(l, m)).pipe(Effect.tap((ls) => Effect.sync(() => { for (const l of ls) claimedAt.set(l.messageId, performance.now()) }))),
  record: (o: any) => timed("record")(q.record(o)), nextDueAt: timed("next")(q.nextDueAt) })))
const spiedT = Layer.effect(AlertTransport, Effect.map(AlertTransport, (t) => ({ send: (o: any) => Effect.suspend(() => { sendAt.set(o.headers["webhook-id"], performance.now()); return t.send(o) }) })))
const worker = DeliveryScheduler.layer({ ...defaultSchedulerSettings, version: "1", ...(process.env.GW ? {groupWaitMillis: +process.env.GW} : {}) }).pipe(
  Layer.provide(spiedT.pipe(Layer.provide(UndiciTransport.layer(UndiciTransport.defaultTransportSettings)))),
  Layer.provide(spied),
  Layer.provide(TargetResolver.layer({ ...publicOnly, allowLoopback: true })),
  Layer.provide([NodeDns.layer, NodeMac.layer])
)
const prog = Effect.gen(function* () {
  const receiver = yield* startReceiver
  const { post } = yield* prepareWorkload(receiver.url)
  const begun = new Map<string, number>(), done = new Map<string, number>()
  const N = 1500
  yield* Effect.provide(Effect.gen(function* () {
    yield* Effect.sleep(200)
    const t0 = performance.now()
    for (let n = 0; n < N; n++) {
      const wait = t0 + n * 5 - performance.now()
      if (wait > 0) yield* Effect.sleep(wait)
      yield* Effect.forkChild(Effect.gen(function* () { const b = performance.now(); const m = yield* timed("post")(post); begun.set(m.id, b); done.set(m.id, performance.now()) }))
    }
    yield* receiver.arrived(N)
  }), worker)
  const d = (a: Map<string, number>, b: Map<string, number>) => [...a].slice(200).map(([k, v]) => b.get(k)! - v)
  const arr = new Map([...receiver.arrivals].map(([k, v]) => [k, Number(v) / 1e6 ] as const))
  const show = (n: string, v: number[]) => console.log(n.padEnd(14), "p50", percentile(v, .5).toFixed(2), "p95", percentile(v, .95).toFixed(2), "n", v.length)
  show("post", d(begun, done)); show("post>claim", d(done, claimedAt)); show("claim>send", d(claimedAt, sendAt))
  const off = Number(process.hrtime.bigint()) / 1e6 - performance.now()
  show("send>arrive", [...sendAt].slice(200).map(([k, v]) => arr.get(k)! - off - v))
  for (const k of Object.keys(durs)) show(k, durs[k]!)
  process.exit(0)
}).pipe(Effect.scoped, Effect.provide(SqliteStorage.layer({ filename: "/tmp/lf/wb/p.db" }).pipe(Layer.provide(AesGcmSecretBox.layer({ key: Redacted.make("a key for this bench alone") })))), Effect.provide([NodeServices.layer, NodeCrypto.layer]))
NodeRuntime.runMain(prog)
