import { once } from "node:events"
import type { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { floodServer } from "@landfall/broker-servers/FloodServer"
import { localTransport } from "@landfall/broker-servers/LocalTransport"
import { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import { Effect, Redacted } from "effect"
import { rabbitClient } from "../src/RabbitClient.ts"

/** What the buffers of both sides of a connection hold, and what the client reads before it closes. */
const MOST_BYTES = 32 * 1024 * 1024

/** The head of a frame of AMQP 0-9-1: a type, a channel, and the bytes that follow. */
const frameHead = (type: number, bytes: number): Uint8Array => {
  const head = new DataView(new ArrayBuffer(7))
  head.setUint8(0, type)
  head.setUint32(3, bytes)
  return new Uint8Array(head.buffer)
}

const greetWith = (head: Uint8Array) => async (socket: Socket) => {
  await once(socket, "data")
  socket.write(head)
}

const HOSTILE: Readonly<Record<string, (socket: Socket) => Promise<void>>> = {
  "whose first frame has 4 GiB": greetWith(frameHead(1, 0xffff_fffe)),
  "whose first frame has 60 MB": greetWith(frameHead(1, 60_000_000)),
  "that sends bytes before the client does": async () => undefined
}

describe("RabbitClient", () => {
  for (const [title, greet] of Object.entries(HOSTILE)) {
    it.live(`closes the connection to a broker ${title}`, () =>
      Effect.gen(function* () {
        const { flooded, port } = yield* floodServer(greet)
        const request = { headers: {}, body: "{}", deduplicationId: "msg_1.ep_1.0" }
        const target = { url: `amqp://a:***@127.0.0.1:${port}/%2F/queues/alerts`, urlSecret: Redacted.make("a:b") }
        const { send } = yield* AlertTransport
        const { reason } = yield* Effect.flip(send({ ...request, ...target }))
        assert.include(["protocol", "connection_lost"], reason)
        assert.isBelow(yield* flooded, MOST_BYTES)
      }).pipe(Effect.scoped, Effect.provide(localTransport(rabbitClient)))
    )
  }
})
