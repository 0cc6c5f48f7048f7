import { assert, describe, it } from "@effect/vitest"
import { Endpoint, EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { rotateSigningSecret } from "@landfall/core/alerts/sending/SigningSecret"
import { MemoryState } from "@landfall/testing/memory/state/MemoryState"
import { secretOf, secretRingOf } from "@landfall/testing/samples/Samples"
import { DeliveryDispatcher } from "@landfall/worker/dispatch/Dispatcher"
import { CloudEvent, HTTP } from "cloudevents"
import { DateTime, Deferred, Effect, Layer, Redacted, Result } from "effect"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { addEndpoint, exactSettings, memoryLayer, post } from "../support/Deliveries.ts"
import { httpReceiver, readBody } from "../support/Receivers.ts"
import { transportLayer } from "../support/Transport.ts"

interface Received {
  readonly body: string
  readonly headers: Record<string, string>
}

/** One message as its receiver read it from a real socket. */
const delivered = (prepare: Effect.Effect<unknown, never, MemoryState> = Effect.void) =>
  Effect.gen(function* () {
    const received = yield* Deferred.make<Received>()
    const receiver = yield* httpReceiver(
      readBody((body, request, response) => {
        response.end()
        const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
        Deferred.doneUnsafe(received, Effect.succeed({ body, headers: Object.fromEntries(headers) }))
      })
    )
    const endpointId = yield* addEndpoint(1, EndpointUrl.make(`http://127.0.0.1:${receiver.port}/hooks`))
    yield* prepare
    const message = yield* post(1, endpointId)
    return { message, ...(yield* Deferred.await(received)) }
  }).pipe(
    Effect.provide(
      DeliveryDispatcher.layer(exactSettings).pipe(Layer.provideMerge(memoryLayer), Layer.provide(transportLayer()))
    )
  )

const text = (n: number) => Redacted.value(secretOf(n))

const asCloudEvents = Effect.gen(function* () {
  const state = yield* MemoryState
  yield* state.transact(() => {
    for (const row of state.endpoints.values()) {
      const endpoint = new Endpoint({ ...row.endpoint, format: "cloudevents" })
      state.endpoints.set(endpoint.id, { ...row, endpoint })
    }
    return Result.void
  })
})

const rotated = Effect.gen(function* () {
  const state = yield* MemoryState
  const now = yield* DateTime.now
  yield* state.transact(() => {
    for (const row of state.endpoints.values()) {
      state.endpoints.set(row.endpoint.id, { ...row, secrets: rotateSigningSecret(secretRingOf(1), secretOf(2), now) })
    }
    return Result.void
  })
})

describe("a delivery", () => {
  it.live("is verified by the standardwebhooks library, byte for byte", () =>
    Effect.gen(function* () {
      const { message, body, headers } = yield* delivered()
      assert.strictEqual(body, message.body)
      assert.deepStrictEqual(new StandardWebhook(text(1)).verify(body, headers), JSON.parse(message.body))
      assert.throws(() => new StandardWebhook(text(3)).verify(body, headers))
      assert.throws(() => new StandardWebhook(text(1)).verify(`${body} `, headers))
    })
  )

  it.live("is verified by the svix library", () =>
    Effect.gen(function* () {
      const { body, headers } = yield* delivered()
      assert.doesNotThrow(() => new SvixWebhook(text(1)).verify(body, headers))
      assert.throws(() => new SvixWebhook(text(3)).verify(body, headers))
    })
  )

  it.live("is read by the CloudEvents library when its endpoint has that format, under the same signature", () =>
    Effect.gen(function* () {
      const { message, body, headers } = yield* delivered(asCloudEvents)
      const sent = JSON.parse(message.body)
      const event = HTTP.toEvent({ headers, body })
      assert.instanceOf(event, CloudEvent)
      assert.isTrue(event.validate())
      const { id, source, type, time, data } = event
      const expected = { id: message.id, source: `urn:landfall:${message.accountId}`, type: sent.type, data: sent.data }
      assert.deepStrictEqual<unknown>({ id, source, type, data }, expected)
      assert.strictEqual(Date.parse(time ?? ""), Date.parse(sent.timestamp))
      assert.strictEqual(headers["webhook-id"], message.id)
      assert.deepStrictEqual(new StandardWebhook(text(1)).verify(body, headers), JSON.parse(body))
      assert.throws(() => new StandardWebhook(text(1)).verify(message.body, headers))
    })
  )

  it.live("is verified with the new and the old secret while they overlap", () =>
    Effect.gen(function* () {
      const { body, headers } = yield* delivered(rotated)
      for (const secret of [1, 2]) {
        assert.doesNotThrow(() => new StandardWebhook(text(secret)).verify(body, headers))
        assert.doesNotThrow(() => new SvixWebhook(text(secret)).verify(body, headers))
      }
      assert.strictEqual(headers["webhook-signature"]?.split(" ").length, 2)
    })
  )
})
