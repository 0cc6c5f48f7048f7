import { once } from "node:events"
import type { Socket } from "node:net"
import { assert, describe, it, vi } from "@effect/vitest"
import { floodServer } from "@landfall/broker-servers/FloodServer"
import { localTransport } from "@landfall/broker-servers/LocalTransport"
import { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import { Effect } from "effect"
import { natsClient } from "../src/NatsClient.ts"

/** What the buffers of both sides of a connection hold, and what the client reads before it closes. */
const MOST_BYTES = 32 * 1024 * 1024

const INFO = `INFO ${JSON.stringify({ server_id: "x", version: "2.10.0", proto: 1, headers: true, max_payload: 1048576 })}\r\n`

const readUntil = async (socket: Socket, text: string) => {
  let received = ""
  while (!received.includes(text)) received += String((await once(socket, "data"))[0])
}

/** What a server sends before it sends bytes without an end. */
const HOSTILE: Readonly<Record<string, (socket: Socket) => Promise<void>>> = {
  "that never ends its first line": async (socket) => void socket.write("INFO {"),
  "that never ends a line after the login": async (socket) => {
    socket.write(INFO)
    await readUntil(socket, "PING")
    socket.write("PONG\r\n-ERR '")
  },
  "that responds to a message with one of 60 MB": async (socket) => {
    socket.write(INFO)
    await readUntil(socket, "PING")
    socket.write("PONG\r\n")
    await readUntil(socket, "PUB")
    socket.write("MSG _INBOX.a.b 1 60000000\r\n")
  }
}

describe("NatsClient", () => {
  it.live("closes the connection to a server with another protocol, and prints nothing of it", () =>
    Effect.gen(function* () {
      const printed = vi.spyOn(console, "log")
      for (const text of ["PONG\r\nHTTP/1.1 200 OK\r\n\r\n", "PONG\r\nINFO {not JSON}\r\n", "PONG\r\n\u001b[2J"]) {
        const { port } = yield* floodServer(async (socket) => {
          socket.write(INFO)
          await readUntil(socket, "PING")
          socket.write(text)
          await readUntil(socket, "nothing that a client sends").catch(() => undefined)
        })
        const request = { headers: {}, body: "{}", deduplicationId: "msg_1.ep_1.0" }
        const { send } = yield* AlertTransport
        const { reason } = yield* Effect.flip(send({ ...request, url: `nats://127.0.0.1:${port}/alerts` }))
        assert.include(["protocol", "connection_lost"], reason, text)
      }
      assert.deepStrictEqual(printed.mock.calls, [])
      printed.mockRestore()
    }).pipe(Effect.scoped, Effect.provide(localTransport(natsClient)))
  )

  for (const [title, greet] of Object.entries(HOSTILE)) {
    it.live(`closes the connection to a server ${title}`, () =>
      Effect.gen(function* () {
        const { flooded, port } = yield* floodServer(greet)
        const request = { headers: {}, body: "{}", deduplicationId: "msg_1.ep_1.0" }
        const { send } = yield* AlertTransport
        const { reason } = yield* Effect.flip(send({ ...request, url: `nats://127.0.0.1:${port}/alerts` }))
        assert.include(["protocol", "connection_lost"], reason)
        assert.isBelow(yield* flooded, MOST_BYTES)
      }).pipe(Effect.scoped, Effect.provide(localTransport(natsClient)))
    )
  }
})
