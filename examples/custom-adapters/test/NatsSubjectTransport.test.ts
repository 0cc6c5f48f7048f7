import process from "node:process"
import { it } from "@effect/vitest"
import {
  alertTransportContract,
  type ReceivedMessage,
  type TransportRule
} from "@landfall/testing/contract/alerts/AlertTransportContract"
import { connect } from "@nats-io/transport-node"
import { Effect } from "effect"
import * as NatsSubjectTransport from "../src/NatsSubjectTransport.ts"

const server = process.env.NATS_URL ?? "nats://127.0.0.1:4222"
let subjects = 0

/** A subscriber to a separate subject, which replies to every message. */
const subscribe = Effect.acquireRelease(
  Effect.promise(async () => {
    const connection = await connect({ servers: server })
    const subject = `alerts.${process.pid}.${++subjects}`
    const received: Array<ReceivedMessage> = []
    connection.subscribe(subject, {
      callback: (_, message) => {
        const names = message.headers?.keys() ?? []
        const headers = Object.fromEntries(names.map((name) => [name, message.headers?.get(name) ?? ""]))
        received.push({ headers, body: message.string() })
        message.respond()
      }
    })
    await connection.flush()
    return { connection, received, subject }
  }),
  ({ connection }) => Effect.promise(() => connection.close())
)

const rule: TransportRule = (title, run) =>
  it.live(title, () =>
    Effect.gen(function* () {
      const { received, subject } = yield* subscribe
      yield* run({
        target: { url: `${server}/${subject}` },
        received: Effect.sync(() => received),
        rejecting: { url: `${server}/${subject}.nobody` },
        closed: { url: "nats://127.0.0.1:2/alerts" }
      }).pipe(Effect.provide(NatsSubjectTransport.layer))
    })
  )

alertTransportContract("a NATS subject", rule)
