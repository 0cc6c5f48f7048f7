import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { type Caller, newCaller, serviceLayer } from "../support/Service.ts"

const PATH = `${ALERTS_PREFIX}/endpoint`
const URL = "https://example.com/hook"
const base64Of = (byte: number, length = 32) => Buffer.alloc(length, byte).toString("base64")

const send = (caller: Caller, method: string, path: string, body?: unknown) =>
  Effect.promise(() => caller.send(method, PATH + path, body))

const secretOf = (caller: Caller, id: string) =>
  Effect.map(send(caller, "GET", `/${id}/secret`), ({ body }) => body.key as string)

layer(serviceLayer, { excludeTestServices: true })("the secret of an endpoint", (it) => {
  it.effect("is accepted as base64 with and without whsec_, and returned with it", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      for (const [index, length] of [24, 25, 26, 64].entries()) {
        for (const prefix of ["", "whsec_"]) {
          const secret = base64Of(index, length)
          const { status, body } = yield* send(caller, "POST", "", { url: URL, secret: prefix + secret })
          assert.strictEqual(status, 201)
          assert.strictEqual(yield* secretOf(caller, body.id), `whsec_${secret}`)
        }
      }
    })
  )

  it.effect("is set by PUT, PATCH and rotate under the same name, and stays where it is not sent", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body } = yield* send(caller, "POST", "", { url: URL })
      const changes = [
        ["PUT", "", { url: URL, secret: base64Of(1) }],
        ["PATCH", "", { secret: base64Of(2) }],
        ["POST", "/secret/rotate", { secret: base64Of(3) }]
      ] as const
      for (const [method, path, change] of changes) {
        const changed = yield* send(caller, method, `/${body.id}${path}`, change)
        assert.strictEqual(changed.status, 200, JSON.stringify(changed.body))
        assert.strictEqual(yield* secretOf(caller, body.id), `whsec_${change.secret}`)
        yield* send(caller, "PATCH", `/${body.id}`, { description: method })
        yield* send(caller, "PUT", `/${body.id}`, { url: URL })
        assert.strictEqual(yield* secretOf(caller, body.id), `whsec_${change.secret}`)
      }
      for (const [method, secret] of [
        ["PATCH", "c2hvcnQ="],
        ["PUT", null]
      ] as const) {
        const rejected = yield* send(caller, method, `/${body.id}`, { url: URL, secret })
        assert.deepStrictEqual([rejected.status, rejected.body.errorCode], [400, 40002])
      }
      const former = yield* send(caller, "POST", `/${body.id}/secret/rotate`, { key: base64Of(4) })
      assert.deepStrictEqual([former.status, former.body.errorCode], [400, 40003])
    })
  )

  it.effect("signs beside its successor after a PATCH", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      // The receiver verifies with the secret that the endpoint was created with.
      const { id, next } = yield* createReceivingEndpoint(caller)
      yield* send(caller, "PATCH", `/${id}`, { secret: base64Of(5) })
      yield* send(caller, "POST", `/${id}/send-example`, { eventType: "shipment.added.to.endpoint" })
      assert.include(JSON.stringify(yield* next), "shipment.added.to.endpoint")
    })
  )
})
