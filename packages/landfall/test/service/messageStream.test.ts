import { assert, describe, it, layer } from "@effect/vitest"
import { ALERTS_PREFIX, MESSAGE_STREAM_PATH } from "@landfall/api/conventions/PathPrefixes"
import { TEST_RECEIVER_URL } from "@landfall/core/alerts/targets/TestReceiver"
import { Effect, Exit, Layer, Scope } from "effect"
import { type Caller, newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"

interface ServerEvent {
  readonly event: string
  readonly id: string
  readonly data: string
}

const fieldOf = (block: string, name: string): string =>
  block
    .split("\n")
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? ""

/** Opens the stream of a caller. `next` reads up to an event that matches; undefined at the end of the stream. */
const openStream = async (url: string, key: string, headers: Record<string, string> = {}) => {
  const controller = new AbortController()
  const response = await fetch(url + MESSAGE_STREAM_PATH, {
    headers: { api_key: key, ...headers },
    signal: controller.signal
  })
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const waiting: Array<ServerEvent> = []
  let rest = ""
  const next = async (matches: (event: ServerEvent) => boolean): Promise<ServerEvent | undefined> => {
    for (;;) {
      const event = waiting.shift()
      if (event !== undefined && matches(event)) return event
      if (event !== undefined) continue
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return undefined
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n")
      rest = blocks.pop() ?? ""
      for (const block of blocks) {
        const event = fieldOf(block, "event")
        if (event !== "") waiting.push({ event, id: fieldOf(block, "id"), data: fieldOf(block, "data") })
      }
    }
  }
  return { response, next, close: () => controller.abort() }
}

const post = async (caller: Caller, path: string, body: unknown) =>
  (await caller.send("POST", `${ALERTS_PREFIX}${path}`, body)).body

const isSucceeded = ({ event, data }: ServerEvent): boolean =>
  event === "message" && JSON.parse(data).deliveries[0]?.status === "succeeded"

layer(serviceLayer, { excludeTestServices: true })("the stream of messages", (it) => {
  it.effect("reports each new message and each change of its deliveries, to its account alone", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const [caller, other] = [yield* newCaller(), yield* newCaller()]
      yield* Effect.promise(async () => {
        const endpoint = await post(caller, "/endpoint", { url: TEST_RECEIVER_URL })
        const stream = await openStream(url, caller.key)
        const others = await openStream(url, other.key)
        try {
          assert.strictEqual(stream.response.headers.get("content-type"), "text/event-stream")
          await stream.next(({ event }) => event === "ready")
          await others.next(({ event }) => event === "ready")
          const sent = await post(caller, `/endpoint/${endpoint.id}/send-example`, { eventType: "shipment.rolled" })
          const event = await stream.next(isSucceeded)
          const message = JSON.parse(event?.data ?? "{}")
          assert.strictEqual(message.id, sent.id)
          const listed = await caller.send("GET", `${ALERTS_PREFIX}/message`)
          assert.deepStrictEqual(message, listed.body.data[0])
          // The other account gets its own message, and none before it.
          const own = await post(other, "/endpoint", { url: TEST_RECEIVER_URL })
          const ownSent = await post(other, `/endpoint/${own.id}/send-example`, { eventType: "shipment.rolled" })
          const first = await others.next(({ event }) => event === "message")
          assert.strictEqual(JSON.parse(first?.data ?? "{}").id, ownSent.id)
        } finally {
          stream.close()
          others.close()
        }
      })
    })
  )

  it.effect("continues after the last event that a reader received, or reports that it cannot", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const caller = yield* newCaller()
      yield* Effect.promise(async () => {
        const endpoint = await post(caller, "/endpoint", { url: TEST_RECEIVER_URL })
        const example = () => post(caller, `/endpoint/${endpoint.id}/send-example`, { eventType: "shipment.rolled" })
        const [first, second] = [await example(), await example()]
        const resumed = await openStream(url, caller.key, { "last-event-id": first.id })
        const missed = await resumed.next(({ event }) => event !== "ready")
        assert.strictEqual(JSON.parse(missed?.data ?? "{}").id, second.id)
        resumed.close()
        const lost = await openStream(url, caller.key, { "last-event-id": "msg_01M81PJ70RMMXBM8MVCM0F2FHB" })
        assert.strictEqual((await lost.next(({ event }) => event !== "ready"))?.event, "reset")
        lost.close()
      })
    })
  )

  it.effect("needs a key, a plan with alerts, and no parameter", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const [caller, free] = [yield* newCaller(), yield* newCaller("free")]
      const statusOf = (path: string, key?: string) =>
        Effect.promise(async () => {
          const response = await fetch(url + path, key === undefined ? {} : { headers: { api_key: key } })
          await response.body?.cancel()
          return response.status
        })
      assert.strictEqual(yield* statusOf(MESSAGE_STREAM_PATH), 401)
      assert.strictEqual(yield* statusOf(MESSAGE_STREAM_PATH, free.key), 403)
      assert.strictEqual(yield* statusOf(`${MESSAGE_STREAM_PATH}?type=x`, caller.key), 400)
    })
  )

  it.effect("sends nothing more once its key is revoked", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const caller = yield* newCaller()
      yield* Effect.promise(async () => {
        const endpoint = await post(caller, "/endpoint", { url: TEST_RECEIVER_URL })
        const created = await post(caller, "/key", {})
        const [revoked, other] = [await openStream(url, created.secret), await openStream(url, caller.key)]
        try {
          for (const stream of [revoked, other]) await stream.next(({ event }) => event === "ready")
          await caller.send("DELETE", `${ALERTS_PREFIX}/key/${created.id}`)
          // Every server rejects the key within a second; a request shows that this one does.
          const isRejected = async () =>
            (await fetch(`${url}${ALERTS_PREFIX}/message`, { headers: { api_key: created.secret } })).status === 401
          while (!(await isRejected())) await new Promise((resolve) => setTimeout(resolve, 50))
          const example = { eventType: "vessel.arrival.at.final.pod" }
          const message = await post(caller, `/endpoint/${endpoint.id}/send-example`, example)
          assert.strictEqual((await other.next(({ id }) => id === message.id))?.event, "message")
          assert.isUndefined(await revoked.next(() => true))
        } finally {
          for (const stream of [revoked, other]) stream.close()
        }
      })
    })
  )

  it.effect("is open to an account up to its share of the streams, and again once one is closed", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const [caller, other] = [yield* newCaller(), yield* newCaller()]
      yield* Effect.promise(async () => {
        const streams: Array<Awaited<ReturnType<typeof openStream>>> = []
        try {
          for (;;) {
            const stream = await openStream(url, caller.key)
            if (stream.response.status !== 200) {
              assert.strictEqual(stream.response.status, 429)
              assert.strictEqual(stream.response.headers.get("retry-after"), "30")
              break
            }
            await stream.next(({ event }) => event === "ready")
            streams.push(stream)
            assert.isAtMost(streams.length, 192)
          }
          assert.strictEqual(streams.length, 192)
          const another = await openStream(url, other.key)
          assert.strictEqual(another.response.status, 200)
          another.close()
        } finally {
          for (const { close } of streams) close()
        }
      })
    })
  )
})

describe("a server that stops", () => {
  it.effect("ends the streams, and does not wait for their readers", () =>
    Effect.promise(async () => {
      const scope = Effect.runSync(Scope.make())
      const context = await Effect.runPromise(Layer.buildWithScope(serviceLayer, scope))
      const run = <A>(effect: Effect.Effect<A, unknown, Layer.Success<typeof serviceLayer>>) =>
        Effect.runPromise(Effect.provideContext(effect, context) as Effect.Effect<A, unknown>)
      const caller = await run(newCaller())
      const url = await run(serviceUrl)
      const stream = await openStream(url, caller.key)
      await stream.next(({ event }) => event === "ready")
      const unread = await openStream(url, caller.key)
      try {
        await Effect.runPromise(Scope.close(scope, Exit.void))
        assert.isUndefined(await stream.next(() => false))
      } finally {
        unread.close()
      }
    })
  )
})
