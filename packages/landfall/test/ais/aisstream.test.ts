import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Queue, Redacted, Stream } from "effect"
import type { WebSocket } from "ws"
import { NO_AIS } from "../../src/ais/AisFeeds.ts"
import { type AisSourceOptions, openAisSource } from "../../src/ais/AisSources.ts"
import { aisChecks } from "../../src/doctor/AisChecks.ts"
import type { ProviderSource } from "../../src/settings/AisSourceValues.ts"
import { repeatUntil } from "../support/Eventually.ts"
import { webSocketServer } from "../support/WebSocketServers.ts"

const KEY = "key-of-aisstream"

const OPTIONS: AisSourceOptions = {
  ...NO_AIS,
  aisstreamKey: Option.some(Redacted.make(KEY)),
  aisstreamAreas: [{ south: 51, west: 3, north: 53, east: 5 }]
}

const positionOf = (mmsi: number) => ({
  MessageType: "PositionReport",
  MetaData: { MMSI: mmsi, time_utc: new Date().toISOString().replace("T", " ").replace("Z", " +0000 UTC") },
  Message: {
    PositionReport: { UserID: mmsi, Valid: true, Latitude: 51.9, Longitude: 4.1, Sog: 0, Cog: 360, TrueHeading: 511 }
  }
})

/**
 * A server with the protocol of aisstream.io: it sends nothing before a subscription, ends with an error for another
 * key, and sends its messages in binary frames.
 */
const aisstreamServer = Effect.gen(function* () {
  const subscriptions = yield* Queue.unbounded<{
    readonly socket: WebSocket
    readonly subscription: Record<string, unknown>
  }>()
  const { url } = yield* webSocketServer((socket) =>
    socket.once("message", (data) => {
      const subscription: Record<string, unknown> = JSON.parse(String(data))
      if (subscription.APIKey !== KEY) {
        socket.send(JSON.stringify({ error: "Api Key Is Not Valid" }))
        socket.close()
      } else Queue.offerUnsafe(subscriptions, { socket, subscription })
    })
  )
  const send = (socket: WebSocket, document: unknown) => socket.send(Buffer.from(JSON.stringify(document)))
  return { source: { protocol: "aisstream", name: "aisstream", url } satisfies ProviderSource, subscriptions, send }
})

describe("aisstream.io", () => {
  it.live("is subscribed to with the key and the areas, and received again after a connection ends", () =>
    Effect.gen(function* () {
      const { source, subscriptions, send } = yield* aisstreamServer
      const { reports, tally } = openAisSource(source, OPTIONS)
      const fiber = yield* Effect.forkChild(Stream.runCollect(Stream.take(reports, 2)))
      const first = yield* Queue.take(subscriptions)
      assert.deepStrictEqual(first.subscription.BoundingBoxes, [
        [
          [51, 3],
          [53, 5]
        ]
      ])
      first.socket.send("not JSON")
      send(first.socket, { MessageType: "Unheard", Message: { Unheard: {} } })
      send(first.socket, positionOf(228_339_600))
      yield* repeatUntil(Effect.sync(tally.counts), ({ reports: count }) => count === 1)
      first.socket.terminate()
      const second = yield* Queue.take(subscriptions)
      send(second.socket, positionOf(228_339_601))
      const received = yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        received.map(({ mmsi }): number => mmsi),
        [228_339_600, 228_339_601]
      )
      const { reconnections, positions, faults, skipped, lines } = tally.counts()
      assert.deepStrictEqual([reconnections, positions, lines], [1, 2, 4])
      assert.deepStrictEqual([faults.invalid_json?.count, skipped.other_message_type?.count], [1, 1])
    }).pipe(Effect.scoped)
  )

  it.live("is received again after a message over 256 KiB, decompressed and in all its frames", () =>
    Effect.gen(function* () {
      const { source, subscriptions, send } = yield* aisstreamServer
      const { reports, tally } = openAisSource(source, OPTIONS)
      const fiber = yield* Effect.forkChild(Stream.runCollect(Stream.take(reports, 2)))
      const compressed = yield* Queue.take(subscriptions)
      assert.include(compressed.socket.extensions, "permessage-deflate")
      send(compressed.socket, positionOf(228_339_600))
      compressed.socket.send(Buffer.alloc(300_000), { compress: true })
      const inFrames = yield* Queue.take(subscriptions)
      assert.deepStrictEqual(
        tally.counts().lastDisconnection,
        Option.some("The connection was lost, or the server sent a message that is too large.")
      )
      for (let n = 0; n < 5; n++) inFrames.socket.send(Buffer.alloc(60_000), { fin: n === 4, compress: false })
      const last = yield* Queue.take(subscriptions)
      last.socket.send(Buffer.alloc(200_000), { compress: true })
      send(last.socket, positionOf(228_339_601))
      assert.deepStrictEqual(
        (yield* Fiber.join(fiber)).map(({ mmsi }): number => mmsi),
        [228_339_600, 228_339_601]
      )
      assert.strictEqual(tally.counts().reconnections, 2)
    }).pipe(Effect.scoped)
  )

  it.live("is checked by landfall doctor: reports, silence, a wrong key and no connection are distinguished", () =>
    Effect.gen(function* () {
      const { source, subscriptions, send } = yield* aisstreamServer
      const check = (options: AisSourceOptions, url = source.url) =>
        aisChecks({ ...options, ais: [[{ ...source, url }]] })
      const sends = yield* Effect.forkChild(check(OPTIONS))
      const { socket } = yield* Queue.take(subscriptions)
      send(socket, positionOf(228_339_600))
      assert.deepStrictEqual(
        (yield* Fiber.join(sends)).map(({ check, status }) => [check, status]),
        [["AIS aisstream", "ok"]]
      )
      const [wrongKey, silent, unreachable] = yield* Effect.all(
        [
          check({ ...OPTIONS, aisstreamKey: Option.some(Redacted.make("another-key")) }),
          check(OPTIONS),
          check(OPTIONS, "ws://127.0.0.1:2")
        ],
        { concurrency: 3 }
      )
      assert.strictEqual(wrongKey[0]?.status, "failed")
      assert.match(wrongKey[0]?.message ?? "", /aisstream\.io responded: Api Key Is Not Valid\./)
      assert.notInclude(JSON.stringify(wrongKey), "another-key")
      assert.strictEqual(silent[0]?.status, "warning")
      assert.match(silent[0]?.message ?? "", /connected, and sent no vessel report within 8 s/)
      assert.strictEqual(unreachable[0]?.status, "failed")
      assert.match(unreachable[0]?.message ?? "", /cannot be received\. ./)
    }).pipe(Effect.scoped)
  )
})
