import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { TEST_RECEIVER_URL } from "@landfall/core/alerts/targets/TestReceiver"
import { eventCatalogue } from "@landfall/core/catalogue/EventCatalogue"
import { Duration, Effect, Option } from "effect"
import { bodyWith, createObjects, operations, pathWith } from "../support/Operations.ts"
import { createApplication, openPortal, send, statusOf } from "../support/Portals.ts"
import { newCaller, serviceLayer, serviceOf, serviceOn, serviceUrl } from "../support/Service.ts"
import { SERVICE_START, ServiceClock, stoppedClock } from "../support/ServiceClock.ts"

const READS = new Set([
  "applications.list",
  "endpoints.list",
  "endpoints.get",
  "endpointMonitoring.attempts",
  "endpointMonitoring.stats",
  "eventTypes.list",
  "messages.list",
  "messages.get",
  "messages.attempts",
  "shipments.list"
])

/** What the token of an editor may do beyond the reads. */
const CHANGES = new Set([
  "endpoints.change",
  "endpoints.secret",
  "endpoints.rotateSecret",
  "endpoints.sendExample",
  "tasks.resend",
  "tasks.recover",
  "tasks.replayMissing",
  "tasks.list",
  "tasks.get"
])

layer(serviceLayer, { excludeTestServices: true })("the token of a portal", (it) => {
  it.effect("reads the endpoints, attempts and messages of its application, and those of no other", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const own = yield* createApplication(caller, "North")
      const other = yield* createApplication(caller, "South")
      const { portal, url, token } = yield* openPortal(caller, own.applicationId)
      assert.isTrue(url.endsWith(`/dashboard/portal#token=${token}`))
      const names = (yield* send(portal, "GET", "/application")).body.data.map(({ name }: { name: string }) => name)
      assert.deepStrictEqual(names, ["North"])
      const listed = (yield* send(portal, "GET", "/endpoint")).body
      assert.deepStrictEqual(
        listed.data.map(({ id }: { id: string }) => id),
        [own.endpointId]
      )
      assert.isTrue(listed.done)
      for (const [{ endpointId, messageId }, status] of [
        [own, 200],
        [other, 404]
      ] as const) {
        assert.strictEqual(yield* statusOf(portal, `/endpoint/${endpointId}`), status)
        assert.strictEqual(yield* statusOf(portal, `/endpoint/${endpointId}/attempts`), status)
        assert.strictEqual(yield* statusOf(portal, `/endpoint/${endpointId}/stats`), status)
        assert.strictEqual(yield* statusOf(portal, `/message?endpointId=${endpointId}`), status)
        assert.strictEqual(yield* statusOf(portal, `/message/${messageId}`), status)
        assert.strictEqual(yield* statusOf(portal, `/message/${messageId}/attempts?endpointId=${endpointId}`), status)
      }
      const crossed = `/message/${other.messageId}/attempts?endpointId=${own.endpointId}`
      assert.strictEqual(yield* statusOf(portal, crossed), 404)
      assert.strictEqual(yield* statusOf(portal, `/message/${own.messageId}/attempts`), 200)
      assert.strictEqual(yield* statusOf(portal, `/message/${other.messageId}/attempts`), 404)
    })
  )

  it.effect.each([
    { name: "a reader", payload: {}, allowed: READS },
    { name: "an editor", payload: { readOnly: false }, allowed: new Set([...READS, ...CHANGES]) }
  ])("of $name may do nothing else, whatever the operation", ({ payload, allowed }) =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const ids = yield* Effect.promise(() => createObjects(caller))
      const { portal } = yield* openPortal(caller, ids.app_ ?? "", payload)
      for (const operation of operations) {
        // Carriers prove their notifications by a signature; no key is read there.
        if (allowed.has(operation.id) || operation.id.startsWith("notifications.")) continue
        const { status, body } = yield* Effect.promise(() =>
          portal.send(operation.method, pathWith(operation, ids), bodyWith(operation.body, ids))
        )
        assert.strictEqual(status, 403, operation.id)
        assert.strictEqual(body.errorCode, 40303, operation.id)
      }
      for (const [method, path] of [
        ["GET", `${ALERTS_PREFIX}/message-stream`],
        ["POST", "/mcp"]
      ] as const) {
        const { status } = yield* Effect.promise(() => portal.send(method, path, method === "POST" ? {} : undefined))
        assert.strictEqual(status, 403, path)
      }
      const signIn = yield* Effect.promise(() =>
        portal.send("POST", "/dashboard/session", { apiKey: portal.key }, { "x-landfall-dashboard": "1" })
      )
      assert.strictEqual(signIn.status, 401)
    })
  )

  it.effect("is made for an application of the account alone, and ends with its key", () =>
    Effect.gen(function* () {
      const [caller, other] = [yield* newCaller(), yield* newCaller()]
      const { applicationId, endpointId } = yield* createApplication(caller, "North")
      assert.strictEqual((yield* send(other, "POST", `/application/${applicationId}/portal`)).status, 404)
      assert.strictEqual((yield* send(caller, "POST", "/application/app_x%00/portal")).status, 404)
      const store = yield* ApiKeyStore
      const { portal } = yield* openPortal(caller, applicationId)
      const [key] = yield* store.list(caller.accountId)
      if (key === undefined) assert.fail("The account has no key")
      yield* store.revoke(key.id, 1)
      // Not read before: nothing is cached.
      assert.strictEqual(yield* statusOf(portal, `/endpoint/${endpointId}`), 401)
    })
  )

  it.effect("is used from every address, whatever the networks of its key", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("pay-as-you-go", 100, ["127.0.0.0/8", "::1/128"])
      const { applicationId, endpointId } = yield* createApplication(caller, "North")
      const { portal } = yield* openPortal(caller, applicationId)
      assert.strictEqual(yield* statusOf(portal, `/endpoint/${endpointId}`), 200)
    })
  )
})

layer(serviceLayer, { excludeTestServices: true })("the token of an editor", (it) => {
  it.effect("changes the endpoints of its application and sends to them again, and to those of no other", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const own = yield* createApplication(caller, "North")
      const other = yield* createApplication(caller, "South")
      const { portal, url, token } = yield* openPortal(caller, own.applicationId, { readOnly: false })
      assert.isTrue(url.endsWith(`/dashboard/portal#token=${token}&access=editor`))
      const since = "2020-01-01T00:00:00Z"
      const callsOn = ({ endpointId, messageId }: typeof own) =>
        [
          ["PATCH", `/endpoint/${endpointId}`, { description: "Ours", filterTypes: ["shipment.rolled"] }, 200],
          ["PATCH", `/endpoint/${endpointId}`, { disabled: true }, 200],
          ["PATCH", `/endpoint/${endpointId}`, { disabled: false }, 200],
          ["GET", `/endpoint/${endpointId}/secret`, undefined, 200],
          ["POST", `/endpoint/${endpointId}/secret/rotate`, undefined, 200],
          ["POST", `/endpoint/${endpointId}/send-example`, { eventType: "shipment.rolled" }, 202],
          ["POST", `/message/${messageId}/endpoint/${endpointId}/resend`, undefined, 202],
          ["POST", `/endpoint/${endpointId}/recover`, { since }, 202],
          ["POST", `/endpoint/${endpointId}/replay-missing`, { since }, 202],
          ["POST", `/endpoint/${endpointId}/recover`, { since, preview: true }, 202]
        ] as const
      for (const [method, path, body, expected] of callsOn(own)) {
        const { status } = yield* send(portal, method, path, body)
        assert.isTrue(status === expected || (expected === 202 && status === 200), `${method} ${path}: ${status}`)
      }
      const { body: before } = yield* send(caller, "GET", `/endpoint/${other.endpointId}`)
      for (const [method, path, body] of callsOn(other)) {
        assert.strictEqual((yield* send(portal, method, path, body)).status, 404, `${method} ${path}`)
      }
      assert.deepStrictEqual((yield* send(caller, "GET", `/endpoint/${other.endpointId}`)).body, before)
      const { body: messages } = yield* send(caller, "GET", `/message?endpointId=${other.endpointId}`)
      assert.lengthOf(messages.data, 1)
    })
  )

  it.effect("sends to an endpoint what was addressed to it, and no message of another application", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const own = yield* createApplication(caller, "North")
      const other = yield* createApplication(caller, "South")
      const { portal } = yield* openPortal(caller, own.applicationId, { readOnly: false })
      const crossed = yield* send(portal, "POST", `/message/${other.messageId}/endpoint/${own.endpointId}/resend`)
      assert.strictEqual(crossed.status, 404)
      assert.strictEqual(crossed.body.errorCode, 40404)
      const { body: received } = yield* send(caller, "GET", `/message?endpointId=${own.endpointId}`)
      assert.notInclude(
        received.data.map(({ id }: { id: string }) => id),
        other.messageId
      )
    })
  )

  it.effect("reads the tasks of its application alone", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const own = yield* createApplication(caller, "North")
      const other = yield* createApplication(caller, "South")
      const { portal } = yield* openPortal(caller, own.applicationId, { readOnly: false })
      const since = "2020-01-01T00:00:00Z"
      for (const [{ endpointId }, status] of [
        [own, 200],
        [other, 404]
      ] as const) {
        const { body: task } = yield* send(caller, "POST", `/endpoint/${endpointId}/recover`, { since })
        assert.strictEqual(yield* statusOf(portal, `/task/${task.id}`), status)
      }
      const { body: tasks } = yield* send(portal, "GET", "/task")
      assert.deepStrictEqual(
        tasks.data.map(({ endpointId }: { endpointId: string }) => endpointId),
        [own.endpointId]
      )
      // The newest task of the account is one of another application; it takes no place of the page.
      const { body: first } = yield* send(portal, "GET", "/task?limit=1")
      assert.deepStrictEqual([first.data.length, first.done], [1, true])
    })
  )

  it.effect("changes no setting of the operator, and sends custom headers to no new URL", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { applicationId, endpointId } = yield* createApplication(caller, "North")
      const { portal } = yield* openPortal(caller, applicationId, { readOnly: false })
      const change = (body: object) => send(portal, "PATCH", `/endpoint/${endpointId}`, body)
      for (const [name, value] of Object.entries({
        rateLimit: 5,
        headers: { "x-desk": "a" },
        metadata: { a: "b" },
        enrolFuture: true,
        secret: null,
        retryPolicy: null,
        ordering: "shipment"
      })) {
        const { status, body } = yield* change({ description: "Ours", [name]: value })
        if (name === "secret") assert.strictEqual(status, 400)
        else {
          assert.strictEqual(status, 403, name)
          assert.include(body.details[0], `$.${name} cannot be changed`)
        }
      }
      const broker = yield* change({ url: "nats://127.0.0.1:4222/alerts" })
      assert.include(broker.body.details[0], "must begin with https:// or http://")
      // Operational events name the endpoints of other customers, and the credits of the account.
      for (const { type } of eventCatalogue().filter(({ family }) => family === "operational")) {
        const { status, body } = yield* change({ filterTypes: ["shipment.rolled", type] })
        assert.strictEqual(status, 403, type)
        assert.include(body.details[0], `${type} is about the whole account`)
      }
      yield* send(caller, "PATCH", `/endpoint/${endpointId}`, { filterTypes: ["endpoint.failing"] })
      assert.strictEqual((yield* change({ filterTypes: ["endpoint.failing", "shipment.rolled"] })).status, 200)
      yield* send(caller, "PATCH", `/endpoint/${endpointId}`, { headers: { authorization: "Bearer of-the-operator" } })
      const moved = yield* change({ url: "https://example.com/elsewhere" })
      assert.strictEqual(moved.status, 403)
      assert.include(moved.body.details[0], "custom headers")
      assert.strictEqual((yield* change({ url: TEST_RECEIVER_URL, description: "Ours" })).status, 200)
      const { body: endpoint } = yield* send(caller, "GET", `/endpoint/${endpointId}`)
      assert.strictEqual(endpoint.url, TEST_RECEIVER_URL)
      assert.strictEqual(endpoint.description, "Ours")
    })
  )
})

layer(serviceOn(stoppedClock), { excludeTestServices: true })("the token of a portal, later", (it) => {
  it.effect("is valid for an hour", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body: application } = yield* send(caller, "POST", "/application", { name: "North" })
      const { portal, expiresAt } = yield* openPortal(caller, application.id)
      assert.strictEqual(Date.parse(expiresAt), SERVICE_START + Duration.toMillis(Duration.hours(1)))
      const { advance } = yield* ServiceClock
      yield* advance(Duration.minutes(59))
      assert.strictEqual(yield* statusOf(portal, "/endpoint"), 200)
      yield* advance(Duration.minutes(1))
      assert.strictEqual(yield* statusOf(portal, "/endpoint"), 401)
    })
  )
})

const pages = new Map(
  ["index.html", "portal.html"].map((name) => [name, new TextEncoder().encode(`<!doctype html><title>${name}</title>`)])
)
const dashboard = Effect.succeed(Option.some(pages))

layer(serviceOf({ dashboard, portalOrigins: ["https://app.example.com", "https://b.example.com"] }), {
  excludeTestServices: true
})("the page of the portal", (it) => {
  it.effect("may be embedded by pages of the named origins; the dashboard by none", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const policyOf = (path: string) =>
        Effect.promise(async () => {
          const response = await fetch(url + path)
          return [await response.text(), response.headers.get("content-security-policy") ?? ""]
        })
      const [portal = "", portalPolicy] = yield* policyOf("/dashboard/portal")
      assert.include(portal, "portal.html")
      assert.include(portalPolicy, "frame-ancestors https://app.example.com https://b.example.com")
      for (const path of ["/dashboard/", "/dashboard/portal/x", "/dashboard/endpoints", "/dashboard/index.html"]) {
        const [page = "", policy] = yield* policyOf(path)
        assert.include(page, "index.html", path)
        assert.include(policy, "frame-ancestors 'none'", path)
      }
    })
  )
})
