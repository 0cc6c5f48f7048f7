import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { egressModeAtStart } from "@landfall/core/alerts/egress/EgressMode"
import { EgressModeStore } from "@landfall/core/alerts/egress/EgressModeStore"
import { DateTime, Effect, Option, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { repeatUntil } from "../support/Eventually.ts"
import { listenHttp } from "../support/Listener.ts"
import { type Caller, callerOf, newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"

const send = (caller: Caller, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  Effect.promise(() => caller.send(method, `${ALERTS_PREFIX}${path}`, body, headers))

const createEndpoint = (caller: Caller, endpoint: object) => send(caller, "POST", "/endpoint", endpoint)

const sendExample = (caller: Caller, id: string) =>
  send(caller, "POST", `/endpoint/${id}/send-example`, { eventType: "vessel.arrival.at.final.pod" })

const statsOf = (caller: Caller, id: string) =>
  Effect.map(send(caller, "GET", `/endpoint/${id}/stats`), ({ body }) => body)

/** A receiver that records the requests that it receives; it stops with the scope. */
const receiver = (status = 204) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const requests: Array<{ readonly headers: NodeJS.Dict<string | Array<string>>; readonly body: string }> = []
        const listener = await listenHttp(({ headers }, body, response) => {
          requests.push({ headers, body })
          response.writeHead(status).end()
        })
        return { ...listener, requests }
      }),
      ({ close }) => Effect.sync(close)
    ),
    ({ port, requests }) => ({ url: `http://127.0.0.1:${port}/`, requests })
  )

/** Lets the operator set the mode, as a start with the setting does. */
const setMode = (mode: "off" | "loopback" | "on") =>
  Effect.gen(function* () {
    const store = yield* EgressModeStore
    const now = DateTime.toEpochMillis(yield* DateTime.now)
    const start = { configured: Option.some(mode), serves: true, development: true }
    yield* store.modify(0, (stored) => egressModeAtStart(stored.mode, start, now))
  })

const port = Effect.map(serviceUrl, (url) => new URL(url).port)

layer(serviceLayer, { excludeTestServices: true })("where alerts may go in development", (it) => {
  it.effect("includes this machine, except the ports of Landfall", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const own = yield* port
      for (const host of ["127.0.0.1", "localhost", "[::1]", "2130706433"]) {
        const { body, status } = yield* createEndpoint(caller, { url: `http://${host}:${own}/` })
        assert.strictEqual(status, 400, host)
        assert.strictEqual(body.errorCode, 40006)
        assert.include(body.details[0], `is this machine, where Landfall itself listens on port ${own}`)
      }
      assert.strictEqual((yield* createEndpoint(caller, { url: "http://127.0.0.1:1/" })).status, 201)
    })
  )

  it.effect("excludes private networks", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body, status } = yield* createEndpoint(caller, { url: "http://10.0.0.1:8080/" })
      assert.strictEqual(status, 400)
      assert.include(body.details[0], "is a private address")
    })
  )
})

layer(serviceLayer, { excludeTestServices: true })("a request through a proxy", (it) => {
  it.effect("ends development: deliveries to this machine wait with the reason, until the operator allows them", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { requests, url } = yield* receiver()
      const created = yield* createEndpoint(caller, { url })
      assert.strictEqual(created.status, 201)
      const { id } = created.body
      yield* sendExample(caller, id)
      yield* repeatUntil(
        Effect.sync(() => requests.length),
        (count) => count === 1
      )

      const forwarded = yield* send(caller, "GET", "/endpoint", undefined, { "x-forwarded-for": "198.51.100.7" })
      assert.strictEqual(forwarded.status, 200)
      const rejected = yield* createEndpoint(caller, { url })
      assert.strictEqual(rejected.status, 400, "the mode is off immediately")
      assert.include(rejected.body.details[0], "is a loopback address")

      yield* sendExample(caller, id)
      const waiting = yield* repeatUntil(statsOf(caller, id), ({ postponed }) => postponed !== null)
      assert.strictEqual(waiting.postponed.reason, "egress_policy")
      assert.include(waiting.postponed.message, "is a loopback address")
      assert.strictEqual(waiting.deliveries.waiting.count, 1)
      assert.deepInclude(waiting.attempts, { succeeded: 1, failed: 0 })
      assert.strictEqual(requests.length, 1)
      const stored = yield* (yield* EgressModeStore).read(0)
      assert.deepInclude(Option.getOrThrow(stored.mode), { mode: "off", source: "forwarded" })

      yield* setMode("loopback")
      yield* repeatUntil(
        Effect.sync(() => requests.length),
        (count) => count === 2
      )
      assert.deepInclude((yield* statsOf(caller, id)).attempts, { failed: 0 })
    })
  )
})

layer(serviceLayer, { excludeTestServices: true })("a delivery", (it) => {
  it.effect("cannot carry an API key of this service in a custom header", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { url } = yield* receiver()
      const stranger = yield* newCaller()
      for (const headers of [
        { api_key: caller.key },
        { authorization: `Bearer ${stranger.key}` },
        { "x-note": `keys: a,${caller.key};b` }
      ]) {
        const { body, status } = yield* createEndpoint(caller, { url, headers })
        assert.strictEqual(status, 400)
        assert.strictEqual(body.errorCode, 40002)
        assert.include(body.details[0], `"${Object.keys(headers)[0]}" contains an API key of this service`)
      }
      const created = yield* createEndpoint(caller, { url, headers: { authorization: "Bearer another-service-key" } })
      assert.strictEqual(created.status, 201)
      const changed = yield* send(caller, "PATCH", `/endpoint/${created.body.id}`, { headers: { a: caller.key } })
      assert.strictEqual(changed.status, 400)
      const reserved = yield* createEndpoint(caller, { url, headers: { "landfall-hop": "0" } })
      assert.strictEqual(reserved.status, 400)
      assert.include(reserved.body.details[0], "is reserved")
    })
  )

  it.effect("is not sent when a header has become an API key after it was saved", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { requests, url } = yield* receiver()
      const secret = "a-secret-of-the-operator"
      const created = yield* createEndpoint(caller, { url, headers: { authorization: `Bearer ${secret}` } })
      const account = Option.getOrThrow(yield* (yield* AccountStore).first)
      yield* (yield* ApiKeys).register({ accountId: account.id, name: "Own" }, Redacted.make(secret))
      yield* sendExample(caller, created.body.id)
      const stats = yield* repeatUntil(statsOf(caller, created.body.id), ({ lastAttempt }) => lastAttempt !== null)
      assert.strictEqual(stats.lastAttempt.failureReason, "target_rejected")
      assert.include(stats.lastAttempt.failureMessage, `"authorization" contains an API key of this service`)
      assert.strictEqual(requests.length, 0)
    })
  )

  it.effect("starts no other: thirty endpoints in a ring through proxies that add the key and call resend", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      yield* setMode("on")
      const server = yield* serviceUrl
      const paths: Array<string> = []
      const statuses: Array<number> = []
      // Adds the API key to each delivery and passes it on to the server, as a gateway does.
      const gateway = yield* Effect.acquireRelease(
        Effect.promise(() =>
          listenHttp(({ headers, url }, _body, response) => {
            const { host: _, "content-length": __, ...forwarded } = headers
            const path = paths[Number((url ?? "/").slice(1))] ?? "/"
            void fetch(server + path, {
              method: "POST",
              headers: {
                ...Object.fromEntries(Object.entries(forwarded).map(([n, v]) => [n, String(v)])),
                api_key: caller.key
              }
            }).then(({ status }) => {
              statuses.push(status)
              response.writeHead(status).end()
            })
          })
        ),
        ({ close }) => Effect.sync(close)
      )
      const ids: Array<string> = []
      for (let n = 0; n < 30; n++) {
        const created = yield* repeatUntil(
          createEndpoint(caller, {
            url: `http://127.0.0.1:${gateway.port}/${n}`,
            retryPolicy: { waitsSeconds: [0] }
          }),
          ({ status }) => status === 201
        )
        ids.push(created.body.id)
      }
      for (const [n, id] of ids.entries()) {
        const { body } = yield* sendExample(caller, id)
        const next = ids[(n + 1) % ids.length]
        paths[n] = `${ALERTS_PREFIX}/message/${body.id}/endpoint/${next}/resend`
      }
      yield* repeatUntil(
        Effect.map(Effect.all(ids.map((id) => statsOf(caller, id))), (all) =>
          all.every(({ deliveries }) => deliveries.waiting.count + deliveries.sending.count === 0)
        ),
        (settled) => settled
      )
      const stats = yield* Effect.all(ids.map((id) => statsOf(caller, id)))
      assert.isTrue(stats.every(({ attempts }) => attempts.succeeded + attempts.failed === 1))
      assert.strictEqual(statuses.length, 30)
      assert.isTrue(
        statuses.every((status) => status === 508),
        statuses.join()
      )
      const tasks = yield* send(caller, "GET", "/task")
      assert.deepStrictEqual(tasks.body.data, [])
    })
  )

  it.effect("that calls the API is rejected with 508 and its own code, whatever its key", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body, status } = yield* send(caller, "GET", "/endpoint", undefined, { "Landfall-Hop": "1" })
      assert.strictEqual(status, 508)
      assert.strictEqual(body.errorCode, 50800)
      const unknown = callerOf(HttpServer.formatAddress((yield* HttpServer.HttpServer).address), "no key at all")
      assert.strictEqual((yield* send(unknown, "GET", "/endpoint", undefined, { "landfall-hop": "" })).status, 508)
    })
  )
})
