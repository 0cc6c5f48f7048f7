import { assert, describe, it } from "@effect/vitest"
import { BROKER_HOST, trustBrokerCertificate } from "@landfall/broker-servers/BrokerCertificate"
import { localTransport } from "@landfall/broker-servers/LocalTransport"
import { type NatsServer, natsUnavailableReason, startNatsServer } from "@landfall/broker-servers/NatsServer"
import { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import {
  alertTransportContract,
  type ReceivedMessage,
  type TransportHarness
} from "@landfall/testing/contract/alerts/AlertTransportContract"
import { jetstreamManager, StorageType } from "@nats-io/jetstream"
import { connect, type NatsConnection } from "@nats-io/transport-node"
import { Effect, Redacted, type Scope } from "effect"
import { natsClient } from "../src/NatsClient.ts"

const PASSWORD = "p@ss/word"
const SECRET = Redacted.make(`alerts:${encodeURIComponent(PASSWORD)}`)

const USERS = `authorization { users: [
  { user: "alerts", password: "${PASSWORD}" }
  { user: "narrow", password: "narrow", permissions: { publish: ["other.>"], subscribe: ["_INBOX.>"] } }
] }`

const server: Effect.Effect<NatsServer, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() => startNatsServer(USERS)),
  ({ destroy }) => Effect.promise(destroy)
)

const observer = (port: number): Effect.Effect<NatsConnection, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => connect({ servers: `127.0.0.1:${port}`, user: "alerts", pass: PASSWORD })),
    (connection) => Effect.promise(() => connection.close())
  )

/** Every message of the stream, over a separate connection: the server may have been started again. */
const readStream = (port: number): Effect.Effect<ReadonlyArray<ReceivedMessage>> =>
  Effect.scoped(Effect.flatMap(observer(port), (connection) => Effect.promise(() => messagesOf(connection))))

const messagesOf = async (connection: NatsConnection): Promise<ReadonlyArray<ReceivedMessage>> => {
  const manager = await jetstreamManager(connection)
  const { state } = await manager.streams.info("ALERTS")
  const messages: Array<ReceivedMessage> = []
  for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq++) {
    const message = await manager.streams.getMessage("ALERTS", { seq })
    if (message === null) continue
    const headers = Object.fromEntries(Array.from(message.header.keys(), (key) => [key, message.header.get(key)]))
    messages.push({ headers, body: new TextDecoder().decode(message.data) })
  }
  return messages
}

/** A server whose stream ALERTS stores `alerts.>`. */
const makePlant = Effect.gen(function* () {
  const { port, ...nats } = yield* server
  const connection = yield* observer(port)
  yield* Effect.promise(async () =>
    (await jetstreamManager(connection)).streams.add({
      name: "ALERTS",
      subjects: ["alerts.>"],
      storage: StorageType.File
    })
  )
  const targetAt = (subject: string, at = port) => ({
    url: `nats://alerts:***@127.0.0.1:${at}/${subject}`,
    urlSecret: SECRET
  })
  const harness: TransportHarness = {
    target: targetAt("alerts.landfall"),
    rejecting: targetAt("nobody.stores.this"),
    closed: targetAt("alerts.landfall", 1),
    received: readStream(port)
  }
  return { ...harness, port, nats, targetAt }
})

const request = {
  headers: { "webhook-id": "msg_1" },
  body: "{}",
  deduplicationId: "msg_1.ep_1.0"
}

const send = (target: { readonly url: string; readonly urlSecret?: Redacted.Redacted<string> }, changes: object = {}) =>
  Effect.flatMap(AlertTransport, (transport) => transport.send({ ...target, ...request, ...changes }))

const run = <E>(effect: Effect.Effect<void, E, AlertTransport | Scope.Scope>) =>
  Effect.scoped(effect).pipe(Effect.provide(localTransport(natsClient)))

if (natsUnavailableReason !== undefined) {
  describe("NatsClient", () => it.skip(natsUnavailableReason ?? "", () => undefined))
} else {
  alertTransportContract("NATS JetStream", (title, rule) => it.live(title, () => run(Effect.flatMap(makePlant, rule))))

  describe("NatsClient", () => {
    it.live("returns the acknowledgement with the stream and the sequence", () =>
      run(
        Effect.gen(function* () {
          const { target } = yield* makePlant
          const { status, body } = yield* send(target)
          assert.strictEqual(status, 200)
          assert.deepStrictEqual(JSON.parse(body), { stream: "ALERTS", seq: 1, duplicate: false })
        })
      )
    )

    it.live("lets the stream store the attempts of one delivery once, and those of a resend again", () =>
      run(
        Effect.gen(function* () {
          const { target, received } = yield* makePlant
          yield* send(target)
          assert.isTrue(JSON.parse((yield* send(target)).body).duplicate)
          yield* send(target, { deduplicationId: "msg_1.ep_1.1" })
          yield* send(target, { deduplicationId: "msg_1.ep_2.0" })
          assert.strictEqual((yield* received).length, 3)
        })
      )
    )

    it.live("fails with what to change when the login, the permission, the stream or the size is wrong", () =>
      run(
        Effect.gen(function* () {
          const { port, targetAt } = yield* makePlant
          const host = `127.0.0.1:${port}`
          const messageOf = (target: Parameters<typeof send>[0], changes?: object) =>
            Effect.map(Effect.flip(send(target, changes)), ({ reason, message }) => {
              assert.strictEqual(reason, "broker_rejected", message)
              assert.notInclude(message, PASSWORD)
              return message
            })
          assert.strictEqual(
            yield* messageOf({ ...targetAt("alerts.landfall"), urlSecret: Redacted.make("alerts:wrong") }),
            `NATS at ${host} rejected the login. Check the user and the password in the URL.`
          )
          assert.strictEqual(
            yield* messageOf({ ...targetAt("alerts.landfall"), urlSecret: Redacted.make("narrow:narrow") }),
            `NATS at ${host} does not let this user publish to alerts.landfall, or receive the acknowledgement at _INBOX.>.`
          )
          assert.strictEqual(
            yield* messageOf(targetAt("nobody.stores.this")),
            `NATS at ${host} has no JetStream stream with the subject nobody.stores.this. Create a stream that stores it.`
          )
          assert.strictEqual(
            yield* messageOf(targetAt("alerts.landfall"), { body: "x".repeat(2 * 1024 * 1024) }),
            `The message is larger than NATS at ${host} accepts (max_payload).`
          )
        })
      )
    )

    it.live("requires TLS for nats+tls, by a certificate of the host in the URL, at the address that was checked", () =>
      run(
        Effect.gen(function* () {
          const { port } = yield* Effect.acquireRelease(
            Effect.promise(() => startNatsServer("", { tls: true })),
            ({ destroy }) => Effect.promise(destroy)
          )
          const failure = (url: string) => Effect.map(Effect.flip(send({ url })), ({ message }) => message)
          const url = `nats+tls://${BROKER_HOST}:${port}/alerts.landfall`
          assert.strictEqual(yield* failure(url), `The TLS certificate of ${BROKER_HOST}:${port} is self-signed.`)
          yield* trustBrokerCertificate
          yield* Effect.promise(async () => {
            const observer = await connect({ servers: `127.0.0.1:${port}`, tls: { rejectUnauthorized: false } })
            await (await jetstreamManager(observer)).streams.add({ name: "ALERTS", subjects: ["alerts.>"] })
            await observer.close()
          })
          assert.strictEqual(JSON.parse((yield* send({ url })).body).stream, "ALERTS")
          assert.strictEqual(
            yield* failure(url.replace(BROKER_HOST, `other.${BROKER_HOST}`)),
            `The TLS certificate of other.${BROKER_HOST}:${port} was issued for another host.`
          )
          assert.strictEqual(
            yield* failure(url.replace(BROKER_HOST, "127.0.0.1")),
            `The TLS certificate of 127.0.0.1:${port} was issued for another host.`
          )
          assert.strictEqual(
            yield* failure(url.replace("nats+tls", "nats")),
            `NATS at ${BROKER_HOST}:${port} requires TLS. Use nats+tls:// in the URL.`
          )
        })
      )
    )

    it.live("fails where TLS is required and the server offers none", () =>
      run(
        Effect.gen(function* () {
          const { port } = yield* server
          const { message, reason } = yield* Effect.flip(
            send({ url: `nats+tls://alerts:***@${BROKER_HOST}:${port}/alerts`, urlSecret: SECRET })
          )
          assert.deepStrictEqual([reason, message], ["tls", `NATS at ${BROKER_HOST}:${port} does not offer TLS.`])
        })
      )
    )

    it.live("connects again after the server was killed, and stores the acknowledged messages", () =>
      run(
        Effect.gen(function* () {
          const { target, received, nats } = yield* makePlant
          yield* send(target)
          yield* Effect.promise(() => nats.stop("SIGKILL"))
          const error = yield* Effect.flip(send(target, { deduplicationId: "down" }))
          assert.include(["connection_refused", "connection_lost"], error.reason)
          yield* Effect.promise(nats.start)
          yield* send(target, { deduplicationId: "again" })
          assert.isAtLeast((yield* received).length, 2)
        })
      )
    )
  })
}
