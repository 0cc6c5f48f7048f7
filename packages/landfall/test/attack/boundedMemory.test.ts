import { connect, type Socket } from "node:net"
import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DEFAULT_LIMITS, Limits } from "@landfall/core/limits/Limits"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { Effect, Layer } from "effect"
import { serviceWithCarriers, signatureOf } from "../support/CarrierServer.ts"
import { repeatUntil } from "../support/Eventually.ts"
import { callerOf, newCaller, serviceUrl } from "../support/Service.ts"

const MIB = 1024 * 1024
const PUSH_PATH = `${ALERTS_PREFIX}/carriers/MSCU/events`
/** Connections that do not read; each would hold the API reference of 3 MB. */
const UNREAD = 40
/** The connections whose responses fit into the limit. */
const FITTING = 8

/** The rates do not reject these bodies, so that what bounds their memory shows. */
const limits = {
  ...DEFAULT_LIMITS,
  "address.requests": 10_000,
  "server.unsentBytes": 32 * MIB,
  "server.keylessBodyBytes": 16 * MIB
}
const service = serviceWithCarriers.pipe(Layer.provide(Layer.succeed(Limits, limits)))

/** Opens connections, and writes to each. They read nothing until a test resumes them. */
const openConnections = (url: string, count: number, write: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      Array.from({ length: count }, () => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1")
        socket.pause()
        socket.on("error", () => undefined)
        write(socket)
        return socket
      })
    ),
    (sockets) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
      })
  )

/** Counts the connections that the server has closed, by the reason. */
const closedBecause = (url: string, reason: string) =>
  Effect.promise(async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    return Number(new RegExp(`landfall_http_closed_connections_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1])
  })

const eventOf = (index: number) => ({
  eventType: "EQUIPMENT",
  equipmentEventTypeCode: "LOAD",
  eventClassifierCode: "ACT",
  eventDateTime: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  equipmentReference: containerOf(1),
  transportCall: { UNLocationCode: "CNSHA", modeOfTransport: "VESSEL" }
})

layer(service, { excludeTestServices: true })("memory is bounded when callers", (it) => {
  it.effect("do not read: connections beyond the limit of unsent bytes are closed, and others are served", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      // The buffers of the system take the first of these responses.
      const requests = "GET /docs HTTP/1.1\r\nHost: a\r\n\r\n".repeat(8)
      yield* openConnections(url, UNREAD, (socket) => socket.write(requests))
      yield* repeatUntil(closedBecause(url, "unsent_bytes"), (closed) => closed >= UNREAD - FITTING)
      const { status } = yield* Effect.promise(() => fetch(`${url}/docs`))
      assert.strictEqual(status, 200)
    })
  )

  it.effect("send several requests at the same time: a connection has few in progress", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const request = "GET /docs HTTP/1.1\r\nHost: a\r\n\r\n"
      yield* openConnections(url, 1, (socket) => socket.write(request.repeat(100)))
      yield* repeatUntil(closedBecause(url, "pipelined"), (closed) => closed > 0)
    })
  )

  it.effect("do not finish the bodies of notifications: others wait, and small ones are accepted", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const length = Math.floor(7.9 * MIB)
      const head = `POST ${PUSH_PATH} HTTP/1.1\r\nHost: a\r\nNotification-Signature: ${signatureOf("x")}\r\nContent-Length: ${length}\r\n\r\n`
      const sockets = yield* openConnections(url, 12, (socket) => {
        socket.write(head)
        socket.write(new Uint8Array(length - 10))
      })
      // One body fits into the share of the address; the others stay in the buffers of their connections.
      yield* repeatUntil(
        Effect.sync(() => sockets.filter((socket) => socket.writableLength === 0).length),
        (sent) => sent >= 1
      )
      const body = JSON.stringify([eventOf(0)])
      const pushed = yield* Effect.promise(() =>
        callerOf(url, "").send("POST", PUSH_PATH, body, { "Notification-Signature": signatureOf(body) })
      )
      assert.deepStrictEqual([pushed.status, pushed.body.accepted], [202, 1])
      assert.isAtMost(sockets.filter((socket) => socket.writableLength === 0).length, 2)
    })
  )

  it.effect("send a notification without a signature: its body is not read", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const head = `POST ${PUSH_PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 8000000\r\n\r\n`
      const [socket] = yield* openConnections(url, 1, (socket) => socket.write(head))
      const response = yield* Effect.promise(
        () => new Promise<string>((resolve) => socket?.resume().once("data", (data) => resolve(String(data))))
      )
      assert.match(response, /^HTTP\/1\.1 401 /)
    })
  )

  it.effect("nest deeply or list very many values: the body is rejected before it is parsed", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const bodies = [
        ["[".repeat(8 * MIB), "request.jsonDepth is 64"],
        [`${"[".repeat(100)}${"]".repeat(100)}${" ".repeat(1000)}`, "request.jsonDepth is 64"],
        [`[${"{},".repeat(2 * MIB)}{}]`, "request.jsonValues is 1000000"]
      ] as const
      for (const [body, detail] of bodies) {
        for (const path of ["/tracking/events", "/easy-shipment"]) {
          const { status, body: error } = yield* Effect.promise(() =>
            caller.send("POST", `${ALERTS_PREFIX}${path}`, body)
          )
          assert.deepStrictEqual([status, error.errorCode], [413, 41301])
          assert.include(error.details[0], detail)
        }
      }
    })
  )

  it.effect(
    "have an object with very many properties, or many values for an ordinary operation: rejected likewise",
    () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const properties = Array.from({ length: 3000 }, (_, index) => `"p${index}":1`).join(",")
        const bodies = [
          ["/tracking/events", `[{"eventType":"EQUIPMENT",${properties}}]`, "request.jsonProperties is 2000"],
          ["/easy-shipment", `{"ep_1":{"shipments":[{"number":"X",${properties}}]}}`, "request.jsonProperties is 2000"],
          ["/endpoint", `{"url":"https://example.com/",${properties}}`, "request.jsonProperties is 2000"],
          ["/endpoint", `{"filterTypes":[${'"x",'.repeat(20_000)}"x"]}`, "The body has more than 10000 values"]
        ] as const
        for (const [path, body, detail] of bodies) {
          const { status, body: error } = yield* Effect.promise(() =>
            caller.send("POST", `${ALERTS_PREFIX}${path}`, body)
          )
          assert.deepStrictEqual([status, error.errorCode], [413, 41301], path)
          assert.include(error.details[0], detail)
        }
      })
  )

  it.effect("have very many faults: the faults of the first line that has some are reported", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const lines = Array.from({ length: 2400 }, () => ({ number: "MSCU1234560" }))
      const faulty = lines.map((line, index) => (index < 2123 ? line : { number: 7, colour: "red", weight: 1 }))
      const post = (shipments: ReadonlyArray<unknown>) =>
        Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, { ep_1: { shipments } }))
      const { status, body } = yield* post(faulty)
      assert.deepStrictEqual([status, body.errorCode], [400, 40002])
      assert.lengthOf(body.details, 3)
      for (const detail of body.details) assert.include(detail, "$.ep_1.shipments[2123]")
      const few = yield* post(faulty.slice(2120, 2130))
      assert.lengthOf(few.body.details, 7 * 3)
      const filterTypes = Array(2000).fill("nonsense")
      const many = yield* Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/endpoint`, { filterTypes }))
      assert.strictEqual(many.status, 400)
      assert.lengthOf(many.body.details, 1)
    })
  )

  it.effect("list more shipments than a request may have: they are counted before they are parsed", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      // The lines are not shipments, and the text is not JSON: neither is noticed.
      const body = `{"ep_1": {"shipments": [${"1,".repeat(2_500)}1`
      const { status, body: error } = yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, body)
      )
      assert.deepStrictEqual([status, error.errorCode], [413, 41301])
      assert.include(error.details[0], "needs 2501 lines in all; the limit request.lines is 2500")
    })
  )

  it.effect("declare a body beyond its limit: it is rejected before it is read", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const head = `POST ${ALERTS_PREFIX}/application HTTP/1.1\r\nHost: a\r\nAPI-Key: ${caller.key}\r\nContent-Length: 2000000\r\n\r\n`
      const [socket] = yield* openConnections(yield* serviceUrl, 1, (socket) => socket.write(head))
      const response = yield* Effect.promise(
        () => new Promise<string>((resolve) => socket?.resume().once("data", (data) => resolve(String(data))))
      )
      assert.match(response, /^HTTP\/1\.1 413 /)
    })
  )
})
