import { assert, describe, it, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { natsUnavailableReason, startNatsServer } from "@landfall/broker-servers/NatsServer"
import { jetstreamManager } from "@nats-io/jetstream"
import { connect } from "@nats-io/transport-node"
import { Effect, Option } from "effect"
import { repeatUntil } from "../support/Eventually.ts"
import { type Caller, newCaller, serviceLayer, serviceOf } from "../support/Service.ts"

const PASSWORD = "s3cret-p4ss"

const send = (caller: Caller, method: string, path: string, body?: unknown) =>
  Effect.promise(() => caller.send(method, `${ALERTS_PREFIX}${path}`, body))

layer(serviceLayer, { excludeTestServices: true })("an endpoint at a broker, by default", (it) => {
  it.effect("is rejected with the setting that enables its scheme", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { status, body } = yield* send(caller, "POST", "/endpoint", {
        url: `nats://user:${PASSWORD}@broker.example.com/alerts`
      })
      assert.strictEqual(status, 400)
      assert.deepStrictEqual(body.details, [
        "$.url: The scheme nats:// is not enabled on this server. Use http:// or https://, or let the operator add nats to LANDFALL_TARGET_SCHEMES."
      ])
    })
  )

  it.effect("never repeats a password in a fault", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      for (const url of [
        `nats://user:${PASSWORD}/x@broker.example.com/alerts`,
        `nats://user:${PASSWORD}@broker.example.com/a b`,
        `amqp://${PASSWORD}@broker.example.com/alerts`,
        `https://user:${PASSWORD}@broker.example.com/alerts`
      ]) {
        const { status, body } = yield* send(caller, "POST", "/endpoint", { url })
        assert.strictEqual(status, 400, url)
        assert.notInclude(JSON.stringify(body), PASSWORD)
      }
    })
  )
})

const brokers = serviceOf({
  targetSchemes: ["http", "https", "nats", "amqp", "sqs"],
  allowPrivateTargets: Option.some("loopback")
})

layer(brokers, { excludeTestServices: true })("the password in a URL", (it) => {
  const create = (caller: Caller, url: string) => send(caller, "POST", "/endpoint", { url })

  it.effect("is hidden in responses", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { status, body } = yield* create(caller, `nats://user:${PASSWORD}@127.0.0.1:4222/alerts`)
      assert.strictEqual(status, 201)
      assert.strictEqual(body.url, "nats://user:***@127.0.0.1:4222/alerts")
      assert.strictEqual((yield* send(caller, "GET", `/endpoint/${body.id}`)).body.url, body.url)
      const list = yield* send(caller, "GET", "/endpoint")
      assert.notInclude(JSON.stringify(list.body), PASSWORD)
    })
  )

  it.effect("may be sent back in its hidden form for the same login, and for no other", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body } = yield* create(caller, `nats://user:${PASSWORD}@127.0.0.1:4222/alerts`)
      const change = (url: string) => send(caller, "PATCH", `/endpoint/${body.id}`, { url })
      assert.strictEqual((yield* change("nats://user:***@127.0.0.1:4222/other")).status, 200)
      const moved = yield* change("nats://user:***@127.0.0.1:4333/other")
      assert.strictEqual(moved.status, 400)
      assert.deepStrictEqual(moved.body.details, [
        "$.url: The URL has *** in place of its password, and another user, host or port than before. Write the password itself."
      ])
      assert.strictEqual((yield* change("nats://127.0.0.1:4222/other")).status, 200)
      assert.strictEqual((yield* create(caller, "nats://user:***@127.0.0.1:4222/alerts")).status, 400)
    })
  )

  it.effect("goes to hosts and ports that the egress policy allows, in every notation", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      for (const host of ["10.0.0.1", "0xa.1", "169.254.169.254", "[::ffff:10.0.0.1]"]) {
        const { status, body } = yield* create(caller, `nats://user:${PASSWORD}@${host}/alerts`)
        assert.strictEqual(status, 400, host)
        assert.strictEqual(body.errorCode, 40006, host)
      }
    })
  )

  it.effect("is not shown by a fault of custom headers that the broker interprets", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body } = yield* create(caller, `nats://user:${PASSWORD}@127.0.0.1:4222/alerts`)
      const rejected = yield* send(caller, "PATCH", `/endpoint/${body.id}`, { headers: { "nats-msg-id": "1" } })
      assert.strictEqual(rejected.status, 400)
      assert.match(rejected.body.details[0], /"nats-msg-id" cannot be sent to this URL/)
    })
  )
})

if (natsUnavailableReason !== undefined) {
  describe("deliveries to NATS", () => it.skip(natsUnavailableReason ?? "", () => undefined))
} else {
  layer(brokers, { excludeTestServices: true })("deliveries to NATS", (it) => {
    it.effect(
      "carry the signature, succeed when a stream has stored them, and keep a password that was sent back hidden",
      () =>
        Effect.gen(function* () {
          const { port } = yield* Effect.acquireRelease(
            Effect.promise(() =>
              startNatsServer(`authorization { users: [ { user: "user", password: "${PASSWORD}" } ] }`)
            ),
            ({ destroy }) => Effect.promise(destroy)
          )
          const connection = yield* Effect.acquireRelease(
            Effect.promise(() => connect({ servers: `127.0.0.1:${port}`, user: "user", pass: PASSWORD })),
            (open) => Effect.promise(() => open.close())
          )
          const manager = yield* Effect.promise(() => jetstreamManager(connection))
          yield* Effect.promise(() => manager.streams.add({ name: "ALERTS", subjects: ["alerts.>"] }))
          const caller = yield* newCaller()
          const urlOf = (subject: string) => `nats://user:${PASSWORD}@127.0.0.1:${port}/${subject}`
          const stored = yield* send(caller, "POST", "/endpoint", {
            url: urlOf("alerts.a"),
            headers: { "x-own": "mine" }
          })
          const lost = yield* send(caller, "POST", "/endpoint", { url: urlOf("nobody") })
          for (const { body } of [stored, lost])
            yield* send(caller, "POST", `/endpoint/${body.id}/send-example`, {
              eventType: "vessel.arrival.at.final.pod"
            })
          const attemptsOf = (id: string) =>
            repeatUntil(
              Effect.map(send(caller, "GET", `/endpoint/${id}/attempts`), ({ body }) => body.data),
              (data) => data.length > 0
            )
          const [success] = yield* attemptsOf(stored.body.id)
          assert.deepInclude(success, { status: "succeeded", responseStatus: 200 })
          const message = yield* Effect.promise(() => manager.streams.getMessage("ALERTS", { seq: 1 }))
          assert.match(message?.header.get("webhook-signature") ?? "", /^v1,/)
          assert.match(message?.header.get("webhook-id") ?? "", /^msg_/)
          assert.strictEqual(message?.header.get("x-own"), "mine")
          const [failure] = yield* attemptsOf(lost.body.id)
          assert.include(JSON.stringify(failure), "has no JetStream stream with the subject nobody")
          assert.include(JSON.stringify(failure), "broker_rejected")
          const hidden = stored.body.url
          assert.strictEqual((yield* send(caller, "PATCH", `/endpoint/${stored.body.id}`, { url: hidden })).status, 200)
          yield* send(caller, "POST", `/endpoint/${stored.body.id}/send-example`, {
            eventType: "vessel.arrival.at.final.pod"
          })
          yield* repeatUntil(
            Effect.promise(() => manager.streams.info("ALERTS")),
            ({ state }) => state.messages === 2
          )
          const everything = yield* send(caller, "GET", `/message`)
          assert.notInclude(JSON.stringify([success, failure, everything.body]), PASSWORD)
        })
    )
  })
}
