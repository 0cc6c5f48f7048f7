import { assert, it } from "@effect/vitest"
import { ErrorResponse } from "@landfall/api/client/ErrorResponse"
import { DateTime, Effect, Fiber, Redacted, Ref } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { serviceRequests } from "../../src/client/ServiceRequests.ts"

/** A transport that counts its requests and gives each this response. */
const transport = Effect.fnUntraced(function* (status: number, headers: Record<string, string>) {
  const count = yield* Ref.make(0)
  const client = HttpClient.make((request) =>
    Effect.as(
      Ref.update(count, (before) => before + 1),
      HttpClientResponse.fromWeb(request, new Response("{}", { status, headers }))
    )
  )
  return { client, count }
})

const options = { baseUrl: "https://landfall.example.com", apiKey: Redacted.make("key") }

it.effect("a request is sent again when Retry-After has passed, and not before", () =>
  Effect.gen(function* () {
    const { client, count } = yield* transport(503, { "retry-after": "30" })
    const call = yield* Effect.forkChild(Effect.flip(serviceRequests(client, options).get("/readyz")))
    yield* TestClock.adjust("29 seconds")
    assert.strictEqual(yield* Ref.get(count), 1)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Ref.get(count), 2)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* Ref.get(count), 4)
    assert.instanceOf(yield* Fiber.join(call), ErrorResponse)
  })
)

it.effect("Retry-After can be a date", () =>
  Effect.gen(function* () {
    const now = yield* DateTime.now
    const at = DateTime.toDateUtc(DateTime.add(now, { seconds: 40 })).toUTCString()
    const { client, count } = yield* transport(429, { "retry-after": at })
    yield* Effect.forkChild(Effect.flip(serviceRequests(client, options).get("/readyz")))
    yield* TestClock.adjust("39 seconds")
    assert.strictEqual(yield* Ref.get(count), 1)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Ref.get(count), 2)
  })
)

it.effect("without Retry-After the waits grow from 250 ms with jitter", () =>
  Effect.gen(function* () {
    const { client, count } = yield* transport(503, {})
    yield* Effect.forkChild(Effect.flip(serviceRequests(client, options).get("/readyz")))
    yield* TestClock.adjust("199 millis")
    assert.strictEqual(yield* Ref.get(count), 1)
    yield* TestClock.adjust("101 millis")
    assert.strictEqual(yield* Ref.get(count), 2)
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual(yield* Ref.get(count), 4)
  })
)

it.effect("a request carries the API key, which logs and spans do not show", () =>
  Effect.gen(function* () {
    const shown = yield* Ref.make("")
    const client = HttpClient.make((request) =>
      Effect.gen(function* () {
        assert.strictEqual(request.headers.api_key, "key")
        yield* Ref.set(shown, yield* Effect.sync(() => JSON.stringify(request.headers)))
        return HttpClientResponse.fromWeb(request, new Response("{}", { status: 200 }))
      })
    )
    yield* serviceRequests(client, options).get("/readyz")
    const text = yield* Ref.get(shown)
    assert.notInclude(text, '"key"')
    assert.include(text, "redacted")
  })
)
