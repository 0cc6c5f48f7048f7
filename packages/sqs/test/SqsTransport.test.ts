import { assert, describe, it } from "@effect/vitest"
import { BROKER_HOST, trustBrokerCertificate } from "@landfall/broker-servers/BrokerCertificate"
import { brokerNames } from "@landfall/broker-servers/LocalTransport"
import { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import { alertTransportContract, type TransportHarness } from "@landfall/testing/contract/alerts/AlertTransportContract"
import { CurrentEgressPolicy, TargetResolver } from "@landfall/worker/node/egress/DnsEgressGuard"
import * as UndiciTransport from "@landfall/worker/node/webhooks/UndiciTransport"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { makeSqsTransport } from "../src/SqsTransport.ts"
import { type Override, sqsServer } from "./SqsServer.ts"

const KEY_ID = "AKIAEXAMPLE"
const SECRET_KEY = "se/cret+key"
const SECRET = Redacted.make(`${KEY_ID}:${encodeURIComponent(SECRET_KEY)}`)

/** Requests over HTTP to this machine. */
const http = UndiciTransport.layer({ ...UndiciTransport.defaultTransportSettings, deadlineMillis: 120_000 }).pipe(
  Layer.provide(TargetResolver.layer),
  Layer.provide([brokerNames, CurrentEgressPolicy.layer({ mode: "loopback" })])
)

const transport = Layer.effect(AlertTransport, Effect.flatMap(AlertTransport, makeSqsTransport)).pipe(
  Layer.provide(http)
)

const makePlant = (override?: Override) =>
  Effect.gen(function* () {
    const { port, messages } = yield* sqsServer(KEY_ID, SECRET_KEY, override)
    const targetAt = (queue: string, at = port) => ({
      url: `sqs+http://${KEY_ID}:***@127.0.0.1:${at}/000000000000/${queue}?region=eu-west-1`,
      urlSecret: SECRET
    })
    const harness: TransportHarness = {
      target: targetAt("alerts"),
      rejecting: targetAt("missing"),
      closed: targetAt("alerts", 1),
      received: Effect.sync(() => messages.map(({ body, attributes }) => ({ body, headers: attributes })))
    }
    return { ...harness, messages, targetAt }
  })

const send = (target: TransportHarness["target"], changes: object = {}) =>
  Effect.flatMap(AlertTransport, ({ send }) =>
    send({ ...target, headers: { "webhook-id": "msg_1" }, body: "{}", deduplicationId: "msg_1.ep_1.0", ...changes })
  )

const run = <E>(effect: Effect.Effect<void, E, AlertTransport | Scope.Scope>) =>
  Effect.scoped(effect).pipe(Effect.provide(transport))

alertTransportContract("SQS", (title, rule) => it.live(title, () => run(Effect.flatMap(makePlant(), rule))))

describe("SqsTransport", () => {
  it.live("returns the id of the message", () =>
    run(
      Effect.gen(function* () {
        const { target } = yield* makePlant()
        const { status, body } = yield* send(target)
        assert.deepStrictEqual([status, body], [200, '{"messageId":"id-1"}'])
      })
    )
  )

  it.live("records what SQS responds to a wrong key, a missing queue and an overload", () =>
    run(
      Effect.gen(function* () {
        const overload = () => ({
          status: 503,
          body: { __type: "com.amazonaws.sqs#RequestThrottled", message: "Slow down." }
        })
        const { target, rejecting } = yield* makePlant(overload)
        const wrongKey = yield* send({ ...target, urlSecret: Redacted.make(`${KEY_ID}:wrong`) })
        assert.strictEqual(wrongKey.status, 403)
        assert.include(wrongKey.body, "SignatureDoesNotMatch")
        const missing = yield* send(rejecting)
        assert.strictEqual(missing.status, 400)
        assert.include(missing.body, "QueueDoesNotExist")
        assert.strictEqual((yield* send(target)).status, 503)
      })
    )
  )

  it.live("does not succeed when the digest of the response does not match, or the response is none of SQS", () =>
    run(
      Effect.gen(function* () {
        const wrongDigest = yield* makePlant(() => ({
          status: 200,
          body: { MessageId: "id-1", MD5OfMessageBody: "d41d8cd98f00b204e9800998ecf8427e" }
        }))
        assert.strictEqual((yield* Effect.flip(send(wrongDigest.target))).reason, "protocol")
        const noId = yield* makePlant(() => ({ status: 200, body: { hello: "world" } }))
        assert.strictEqual((yield* Effect.flip(send(noId.target))).reason, "protocol")
      })
    )
  )

  it.live("requires HTTPS for sqs, by a certificate of the host in the URL, at the address that was checked", () =>
    run(
      Effect.gen(function* () {
        const { messages, port } = yield* sqsServer(KEY_ID, SECRET_KEY, undefined, { tls: true })
        const targetOn = (host: string) => ({
          url: `sqs://${KEY_ID}:***@${host}:${port}/000000000000/alerts?region=eu-west-1`,
          urlSecret: SECRET
        })
        const failure = (host: string) => Effect.map(Effect.flip(send(targetOn(host))), ({ message }) => message)
        assert.strictEqual(yield* failure(BROKER_HOST), `The TLS certificate of ${BROKER_HOST}:${port} is self-signed.`)
        yield* trustBrokerCertificate
        assert.strictEqual((yield* send(targetOn(BROKER_HOST))).status, 200)
        assert.strictEqual(
          yield* failure(`other.${BROKER_HOST}`),
          `The TLS certificate of other.${BROKER_HOST}:${port} was issued for another host.`
        )
        assert.strictEqual(messages.length, 1)
      })
    )
  )

  it.live("gives messages of a FIFO queue a separate group and the id of the delivery", () =>
    run(
      Effect.gen(function* () {
        const { messages, targetAt } = yield* makePlant()
        yield* send(targetAt("alerts.fifo"))
        assert.deepInclude(messages[0], { groupId: "msg_1", deduplicationId: "msg_1.ep_1.0" })
      })
    )
  )
})
