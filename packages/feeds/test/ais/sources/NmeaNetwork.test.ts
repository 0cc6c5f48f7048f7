import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, Queue, Stream } from "effect"
import { NetAddress } from "effect/net"
import { DatagramSocket, Socket } from "effect/socket"
import { TestClock } from "effect/testing"
import { makeAisTally } from "../../../src/ais/reports/AisTally.ts"
import { tcpReports, udpReports } from "../../../src/ais/sources/NmeaNetwork.ts"
import type { LiveOptions } from "../../../src/ais/sources/Reconnection.ts"
import { classA, sentencesOf } from "../encodeSentences.ts"

const encoder = new TextEncoder()
const lineOf = (mmsi: number): string => `${sentencesOf(classA({ mmsi }))[0]}\r\n`

const optionsOf = (): LiveOptions => ({ source: "tcp:test", tally: makeAisTally(), silenceTimeout: "10 minutes" })

const closed = new Socket.SocketError({ reason: new Socket.SocketCloseError({ code: 1000 }) })
const connectionRefused = new Socket.SocketError({
  reason: new Socket.SocketOpenError({ kind: "Unknown", cause: "refused" })
})

type Connection = ReadonlyArray<string> | "refused"

/**
 * A socket whose connections deliver these chunks and end, one after the other. The last one stays open and silent.
 * Records when each connection was opened.
 */
const socketOf = (connections: ReadonlyArray<Connection>) => {
  const dialled: Array<number> = []
  const openConnections = [...connections]
  const reader = Effect.gen(function* () {
    dialled.push(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
    const connection = openConnections.shift()
    if (connection === "refused") return yield* Effect.fail(connectionRefused)
    const chunks = [...(connection ?? [])]
    const pull = Effect.suspend(() => {
      const chunk = chunks.shift()
      if (chunk !== undefined) return Effect.succeed([encoder.encode(chunk)] as const)
      return connection === undefined ? Effect.never : Effect.fail(closed)
    })
    return { pull, upgrade: () => Effect.void }
  })
  return { socket: Socket.make({ reader, writer: Effect.never }), dialled }
}

const same = (actual: unknown, expected: unknown): void => assert.deepStrictEqual(actual, expected)

/** Advances the clock in steps of 0.1 s, so that consecutive waits begin at the right time. */
const pass = (seconds: number) =>
  Effect.forEach(
    Array.from({ length: seconds * 10 }),
    () => Effect.andThen(Effect.yieldNow, TestClock.adjust("100 millis")),
    { discard: true }
  )

const collecting = (socket: Socket.Socket, options: LiveOptions) =>
  Effect.gen(function* () {
    const vessels: Array<number> = []
    const fiber = yield* Effect.forkChild(
      Stream.runForEach(tcpReports(socket, options), ({ mmsi }) => Effect.sync(() => vessels.push(mmsi)))
    )
    return { vessels, fiber }
  })

describe("a TCP connection", () => {
  it.effect("is reopened when it ends, and counted", () =>
    Effect.gen(function* () {
      const options = optionsOf()
      const { socket, dialled } = socketOf([[lineOf(228_339_600)], [lineOf(228_339_601)]])
      const { vessels, fiber } = yield* collecting(socket, options)
      yield* pass(5)
      same(vessels, [228_339_600, 228_339_601])
      assert.strictEqual(dialled.length, 3)
      assert.strictEqual(options.tally.counts().reconnections, 2)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("that ends is logged in a sentence", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const logger = Logger.make(({ message }) => logged.push(message))
      const { socket } = socketOf([[lineOf(228_339_600)], "refused"])
      const { fiber } = yield* Effect.provide(collecting(socket, optionsOf()), Logger.layer([logger]))
      yield* pass(3)
      same(logged.flat().slice(0, 1), ["tcp:test: reconnecting. The remote host closed the connection."])
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("that is refused is retried after 1 s, 2 s, 4 s and so on up to 60 s, with 20% jitter", () =>
    Effect.gen(function* () {
      const { socket, dialled } = socketOf(Array.from({ length: 12 }, () => "refused" as const))
      const { fiber } = yield* collecting(socket, optionsOf())
      yield* pass(600)
      const waits = dialled.slice(1, 10).map((at, index) => (at - (dialled[index] ?? 0)) / 1000)
      for (const [index, wait] of waits.entries()) {
        const meant = Math.min(60, 2 ** index)
        assert.isTrue(wait >= 0.8 * meant - 0.2 && wait <= 1.2 * meant + 0.2, `wait ${index} of ${wait} s`)
      }
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("is retried after 1 s again once it has delivered data", () =>
    Effect.gen(function* () {
      const failures: ReadonlyArray<Connection> = Array.from({ length: 6 }, () => "refused")
      const { socket, dialled } = socketOf([...failures, [lineOf(228_339_600)], "refused"])
      const { fiber } = yield* collecting(socket, optionsOf())
      yield* pass(180)
      const afterwards = (dialled[7] ?? 0) - (dialled[6] ?? 0)
      assert.isTrue(afterwards >= 700 && afterwards <= 1_300, `${afterwards} ms`)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("does not continue an incomplete line of the previous connection", () =>
    Effect.gen(function* () {
      const options = optionsOf()
      const line = lineOf(228_339_600)
      const { socket } = socketOf([[line.slice(0, 20)], [line.slice(20), line]])
      const { vessels, fiber } = yield* collecting(socket, options)
      yield* pass(5)
      same(vessels, [228_339_600])
      same(options.tally.counts().faults, { not_a_sentence: { count: 1, firstLine: 1 } })
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("that is silent for ten minutes is closed and reopened", () =>
    Effect.gen(function* () {
      const options = optionsOf()
      const { socket, dialled } = socketOf([])
      const { fiber } = yield* collecting(socket, options)
      yield* pass(540)
      assert.strictEqual(dialled.length, 1)
      yield* pass(120)
      assert.strictEqual(dialled.length, 2)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("is read only as far as its consumer requests", () =>
    Effect.gen(function* () {
      let pulls = 0
      const pull = Effect.sync(() => {
        pulls++
        return [encoder.encode(lineOf(228_339_600))] as const
      })
      const reader = Effect.succeed({ pull, upgrade: () => Effect.void })
      const reports = tcpReports(Socket.make({ reader, writer: Effect.never }), optionsOf())
      assert.strictEqual((yield* Stream.runCollect(Stream.take(reports, 10))).length, 10)
      assert.isAtMost(pulls, 11)
    })
  )
})

describe("datagrams", () => {
  it.effect("contain whole lines, with or without a line end, and lost datagrams are counted", () =>
    Effect.gen(function* () {
      const options = optionsOf()
      const payloads = yield* Queue.unbounded<string>()
      const address = NetAddress.inetAddressFromIpStringUnsafe("127.0.0.1", 10_110)
      let dropped = 0
      const reader = Effect.succeed({
        pull: Effect.map(Queue.take(payloads), (text) => [{ payload: encoder.encode(text), address }] as const),
        address,
        dropped: () => dropped,
        joinMulticast: () => Effect.void
      })
      const socket = DatagramSocket.make({ reader, writer: Effect.never })
      const vessels: Array<number> = []
      const fiber = yield* Effect.forkChild(
        Stream.runForEach(udpReports(socket, options), ({ mmsi }) => Effect.sync(() => vessels.push(mmsi)))
      )
      yield* Queue.offer(payloads, lineOf(228_339_600).trimEnd())
      yield* Queue.offer(payloads, lineOf(228_339_601) + lineOf(228_339_602))
      yield* TestClock.adjust("1 second")
      dropped = 5
      yield* Queue.offer(payloads, lineOf(228_339_603))
      yield* TestClock.adjust("1 second")
      same(vessels, [228_339_600, 228_339_601, 228_339_602, 228_339_603])
      assert.strictEqual(options.tally.counts().datagramsDropped, 5)
      yield* Fiber.interrupt(fiber)
    })
  )
})
