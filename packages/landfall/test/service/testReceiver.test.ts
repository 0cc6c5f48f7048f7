import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { TEST_RECEIVER_URL } from "@landfall/core/alerts/targets/TestReceiver"
import { Effect } from "effect"
import { repeatUntil } from "../support/Eventually.ts"
import { type Caller, newCaller, serviceLayer } from "../support/Service.ts"

const send = (caller: Caller, method: string, path: string, body?: unknown) =>
  Effect.promise(() => caller.send(method, `${ALERTS_PREFIX}${path}`, body))

/** The first attempts at an endpoint, once there are so many. */
const attemptsOf = (caller: Caller, id: string, count: number) =>
  repeatUntil(
    Effect.map(send(caller, "GET", `/endpoint/${id}/attempts`), ({ body }) => body.data),
    (attempts) => attempts.length >= count
  )

layer(serviceLayer, { excludeTestServices: true })("the test receiver", (it) => {
  it.effect("verifies an alert with the secret of its endpoint, and responds with the received request", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { status, body: endpoint } = yield* send(caller, "POST", "/endpoint", {
        url: TEST_RECEIVER_URL,
        headers: { "x-desk": "s3cret-value" }
      })
      assert.strictEqual(status, 201)
      assert.strictEqual(endpoint.url, TEST_RECEIVER_URL)
      const { body: example } = yield* send(caller, "POST", `/endpoint/${endpoint.id}/send-example`, {
        eventType: "vessel.arrival.at.final.pod"
      })
      const [attempt] = yield* attemptsOf(caller, endpoint.id, 1)
      assert.strictEqual(attempt.responseStatus, 200)
      const report = JSON.parse(attempt.responseBody)
      assert.strictEqual(report.signature, "valid")
      assert.strictEqual(report.headers["webhook-id"], example.id)
      assert.match(report.headers["webhook-signature"], /^v1,/)
      assert.strictEqual(report.headers["x-desk"], "(hidden)")
      assert.notInclude(attempt.responseBody, "s3cret-value")
      assert.deepStrictEqual(JSON.parse(report.body), example.payload)
      assert.strictEqual(report.bytes, new TextEncoder().encode(report.body).length)
      assert.isNotNull((yield* send(caller, "GET", `/endpoint/${endpoint.id}`)).body.verifiedAt)
    })
  )

  it.effect("accepts the signatures of a new secret and of the one before", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body: endpoint } = yield* send(caller, "POST", "/endpoint", { url: TEST_RECEIVER_URL })
      yield* send(caller, "POST", `/endpoint/${endpoint.id}/secret/rotate`)
      yield* send(caller, "POST", `/endpoint/${endpoint.id}/send-example`, { eventType: "shipment.rolled" })
      const [attempt] = yield* attemptsOf(caller, endpoint.id, 1)
      assert.strictEqual(JSON.parse(attempt.responseBody).signature, "valid")
    })
  )

  it.effect("is checked, saved and edited like every URL, and no other URL of its scheme exists", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      assert.strictEqual((yield* send(caller, "POST", "/endpoint/check", { url: TEST_RECEIVER_URL })).status, 204)
      assert.strictEqual((yield* send(caller, "POST", "/endpoint/check", { url: "https://10.0.0.1/x" })).status, 400)
      for (const url of ["landfall://other", `${TEST_RECEIVER_URL}/x`, `${TEST_RECEIVER_URL}?a=1`]) {
        const { status, body } = yield* send(caller, "POST", "/endpoint", { url })
        assert.strictEqual(status, 400, url)
        assert.include(body.details[0], "$.url must begin with https:// or http://")
      }
      const { body: endpoint } = yield* send(caller, "POST", "/endpoint", { url: "https://example.com/hook" })
      const changed = yield* send(caller, "PATCH", `/endpoint/${endpoint.id}`, { url: TEST_RECEIVER_URL })
      assert.strictEqual(changed.body.url, TEST_RECEIVER_URL)
    })
  )
})
