import { assert, describe, it, layer } from "@effect/vitest"
import { BROKER_HOST, trustBrokerCertificate } from "@landfall/broker-servers/BrokerCertificate"
import { localTransport } from "@landfall/broker-servers/LocalTransport"
import { type RabbitServer, rabbitUnavailableReason, startRabbitServer } from "@landfall/broker-servers/RabbitServer"
import { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import {
  alertTransportContract,
  type ReceivedMessage,
  type TransportHarness
} from "@landfall/testing/contract/alerts/AlertTransportContract"
import { Context, Effect, Layer, Redacted } from "effect"
import { Connection } from "rabbitmq-client"
import { rabbitClient } from "../src/RabbitClient.ts"

class Rabbit extends Context.Service<Rabbit, RabbitServer>()("test/Rabbit") {
  static readonly layer = Layer.effect(
    Rabbit,
    Effect.acquireRelease(Effect.promise(startRabbitServer), ({ destroy }) => Effect.promise(destroy))
  )
}

const SECRET = Redacted.make("guest:guest")
const MAX_QUEUE_LENGTH = 100

/** Uses a separate connection: the server may have been started again. */
const withObserver = <A>(port: number, use: (observer: Connection) => Promise<A>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const observer = new Connection({ hostname: "127.0.0.1", port, username: "guest", password: "guest" })
      observer.on("error", () => {})
      return observer
    }),
    (observer) => Effect.promise(() => use(observer)),
    (observer) => Effect.promise(() => observer.close())
  )

const takeAll = async (observer: Connection, queue: string): Promise<ReadonlyArray<ReceivedMessage>> => {
  const messages: Array<ReceivedMessage> = []
  for (;;) {
    const message = await observer.basicGet({ queue, noAck: true })
    if (message === undefined) return messages
    const body = Buffer.isBuffer(message.body) ? message.body.toString() : JSON.stringify(message.body)
    messages.push({ headers: { ...message.headers }, body })
  }
}

const declare = (queue: string) => (observer: Connection) =>
  observer.queueDeclare({
    queue,
    durable: true,
    arguments: { "x-max-length": MAX_QUEUE_LENGTH, "x-overflow": "reject-publish" }
  })

let queues = 0

/** A new durable queue. Reading its messages takes them from it. */
const makePlant = Effect.gen(function* () {
  const { port, ...server } = yield* Rabbit
  const queue = `alerts ${++queues}/ä`
  yield* withObserver(port, declare(queue))
  const targetAt = (path: string, at = port) => ({ url: `amqp://guest:***@127.0.0.1:${at}/${path}`, urlSecret: SECRET })
  const harness: TransportHarness = {
    target: targetAt(`%2F/queues/${encodeURIComponent(queue)}`),
    rejecting: targetAt("%2F/queues/missing"),
    closed: targetAt("%2F/queues/missing", 1),
    received: withObserver(port, (observer) => takeAll(observer, queue))
  }
  return { ...harness, port, queue, server, targetAt }
})

type Target = TransportHarness["target"]

const send = (target: Target, changes: object = {}) =>
  Effect.flatMap(AlertTransport, (transport) =>
    transport.send({ ...target, headers: { "webhook-id": "msg_1" }, body: "{}", ...changes })
  )

const messageOf = (target: Target) =>
  Effect.map(Effect.flip(send(target)), ({ reason, message }) => {
    assert.strictEqual(reason, "broker_rejected", message)
    return message
  })

if (rabbitUnavailableReason !== undefined) {
  describe("RabbitClient", () => it.skip(rabbitUnavailableReason ?? "", () => undefined))
} else {
  const services = Layer.merge(Rabbit.layer, localTransport(rabbitClient))
  layer(services, { excludeTestServices: true, timeout: "5 minutes" })("RabbitClient", (it) => {
    alertTransportContract("RabbitMQ", (title, rule) => it.effect(title, () => Effect.flatMap(makePlant, rule)))

    it.effect("fails with what to change when the login, the virtual host, the exchange or the queue is wrong", () =>
      Effect.gen(function* () {
        const { port, target, targetAt } = yield* makePlant
        const host = `127.0.0.1:${port}`
        assert.strictEqual(
          yield* messageOf({ ...target, urlSecret: Redacted.make("guest:s3cret") }),
          `RabbitMQ at ${host} rejected the login. Check the user and the password in the URL.`
        )
        assert.strictEqual(
          yield* messageOf(targetAt("missing/queues/a")),
          `RabbitMQ at ${host} does not let this user use the virtual host "missing".`
        )
        assert.strictEqual(
          yield* messageOf(targetAt("%2F/queues/missing")),
          `RabbitMQ at ${host} has no queue "missing". Declare it, or change the URL.`
        )
        assert.strictEqual(
          yield* messageOf(targetAt("%2F/exchanges/amq.topic/nobody")),
          `RabbitMQ at ${host} has no queue for the exchange "amq.topic" and the routing key "nobody". Bind a queue.`
        )
      })
    )

    it.effect("fails every send to a missing exchange with the reason, and none to another place", () =>
      Effect.gen(function* () {
        const { port, target, targetAt, received } = yield* makePlant
        const failure = `RabbitMQ at 127.0.0.1:${port} has no exchange "missing". Declare it, or change the URL.`
        const isSent = Array.from({ length: 20 }, (_, n) => n % 2 === 0)
        const outcomeOf = (sent: boolean): Effect.Effect<string, unknown, AlertTransport> =>
          sent
            ? Effect.map(send(target), ({ status }) => String(status))
            : messageOf(targetAt("%2F/exchanges/missing/key"))
        const results = yield* Effect.forEach(isSent, outcomeOf, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          results,
          isSent.map((sent) => (sent ? "200" : failure))
        )
        assert.strictEqual((yield* received).length, 10)
      })
    )

    it.effect("fails when a queue rejects the message because it is full", () =>
      Effect.gen(function* () {
        const { port, target } = yield* makePlant
        yield* Effect.all(
          Array.from({ length: MAX_QUEUE_LENGTH }, () => send(target)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(
          yield* messageOf(target),
          `RabbitMQ at 127.0.0.1:${port} did not store the message: a queue is full or has failed.`
        )
      })
    )

    it.effect("routes by exchange and key, and stores persistent messages with their id and content type", () =>
      Effect.gen(function* () {
        const { port, queue, targetAt } = yield* makePlant
        yield* withObserver(port, (observer) =>
          observer.queueBind({ queue, exchange: "amq.topic", routingKey: "ships.nl" })
        )
        const headers = { "webhook-id": "msg_7", "content-type": "application/cloudevents+json" }
        yield* send(targetAt("%2F/exchanges/amq.topic/ships.nl"), { headers })
        const message = yield* withObserver(port, (observer) => observer.basicGet({ queue, noAck: true }))
        assert.strictEqual(message?.durable, true)
        assert.strictEqual(message?.messageId, "msg_7")
        assert.strictEqual(message?.contentType, "application/cloudevents+json")
      })
    )

    it.effect("requires TLS for amqps, by a certificate of the host in the URL, at the address that was checked", () =>
      Effect.gen(function* () {
        const { queue, server } = yield* makePlant
        const path = `%2F/queues/${encodeURIComponent(queue)}`
        const targetOn = (host: string) => ({ url: `amqps://guest:***@${host}/${path}`, urlSecret: SECRET })
        const host = `${BROKER_HOST}:${server.tlsPort}`
        const failure = (on: string) => Effect.map(Effect.flip(send(targetOn(on))), ({ message }) => message)
        assert.strictEqual(yield* failure(host), `The TLS certificate of ${host} is self-signed.`)
        yield* trustBrokerCertificate
        assert.strictEqual((yield* send(targetOn(host))).status, 200)
        assert.strictEqual(
          yield* failure(`other.${host}`),
          `The TLS certificate of other.${host} was issued for another host.`
        )
      })
    )

    it.effect("connects again after the server was killed, and retains the confirmed messages", () =>
      Effect.gen(function* () {
        const { target, received, server } = yield* makePlant
        // A stop writes the declaration of the queue to the disk; RabbitMQ delays that of a new queue.
        yield* Effect.promise(() => server.stop())
        yield* Effect.promise(server.start)
        yield* send(target)
        yield* Effect.promise(() => server.stop("SIGKILL"))
        const error = yield* Effect.flip(send(target))
        assert.include(["connection_refused", "connection_lost"], error.reason)
        yield* Effect.promise(server.start)
        yield* send(target)
        assert.isAtLeast((yield* received).length, 2)
      })
    )
  })
}
