import { assert, layer } from "@effect/vitest"
import { ADMIN_PREFIX, ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DEFAULT_LIMITS, Limits } from "@landfall/core/limits/Limits"
import { Effect, Layer } from "effect"
import { callerOf, newCaller, serviceOf, serviceUrl } from "../support/Service.ts"
import { ServiceClock, stoppedClock } from "../support/ServiceClock.ts"

const BURST = 20
const REQUESTS = 30

const service = serviceOf({}).pipe(
  Layer.provide(
    Layer.succeed(Limits, { ...DEFAULT_LIMITS, "address.requests": BURST / 10, "key.requests": BURST / 10 })
  ),
  Layer.provideMerge(stoppedClock)
)

/** Fills the buckets of every rate. No token is added while the clock does not advance. */
const fillBuckets = Effect.flatMap(ServiceClock, ({ advance }) => advance("1 hour"))

/** The statuses of responses with their numbers, in the order in which they first occur. */
const countsOf = (responses: ReadonlyArray<{ readonly status: number }>) =>
  [...Map.groupBy(responses, ({ status }) => status)].map(([status, group]) => [status, group.length] as const)

interface Form {
  readonly name: string
  readonly status: number
  readonly method?: string
  readonly path?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Requests that are rejected before a key is looked up, or that need none although they carry one. */
const FORMS: ReadonlyArray<Form> = [
  { name: "different keys", status: 401, headers: { api_key: "one", "api-key": "another" } },
  { name: "another scheme than Bearer", status: 401, headers: { authorization: "Basic eDp5" } },
  { name: "an empty key", status: 401, headers: { api_key: "" } },
  { name: "a cookie of the dashboard alone", status: 401, headers: { cookie: "landfall_session=x" } },
  {
    name: "a compressed body",
    status: 415,
    method: "POST",
    headers: { api_key: "one", "content-encoding": "gzip" },
    body: "{}"
  },
  { name: "the header of deliveries", status: 508, headers: { api_key: "one", "landfall-hop": "1" } },
  {
    name: "a path that ends with a slash",
    status: 404,
    path: `${ALERTS_PREFIX}/endpoint/`,
    headers: { api_key: "one" }
  },
  { name: "a path of the operator", status: 404, path: `${ADMIN_PREFIX}/accounts`, headers: { api_key: "one" } }
]

layer(service, { excludeTestServices: true })("a request that no key identifies", (it) => {
  it.effect.each(FORMS)("counts by its address with $name", ({ status, method = "GET", path, headers, body }) =>
    Effect.gen(function* () {
      yield* fillBuckets
      const url = `${yield* serviceUrl}${path ?? `${ALERTS_PREFIX}/endpoint`}`
      const send = () => fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
      const responses = yield* Effect.promise(() => Promise.all(Array.from({ length: REQUESTS }, send)))
      assert.deepStrictEqual(countsOf(responses), [
        [status, BURST],
        [429, REQUESTS - BURST]
      ])
      assert.isTrue(responses.every((response) => response.headers.has("ratelimit")))
      yield* Effect.promise(() => Promise.all(responses.map((response) => response.arrayBuffer())))
      yield* fillBuckets
    })
  )

  it.effect(
    "counts by its address with a key that may not be used there, and by its key with the token of a portal",
    () =>
      Effect.gen(function* () {
        yield* fillBuckets
        const elsewhere = yield* newCaller("pay-as-you-go", 100, ["192.0.2.0/24"])
        const owner = yield* newCaller()
        const application = yield* Effect.promise(() =>
          owner.send("POST", `${ALERTS_PREFIX}/application`, { name: "North" })
        )
        const { body } = yield* Effect.promise(() =>
          owner.send("POST", `${ALERTS_PREFIX}/application/${application.body.id}/portal`, {})
        )
        const portal = callerOf(yield* serviceUrl, body.token)
        const { advance } = yield* ServiceClock
        yield* advance("10 minutes")
        for (const caller of [elsewhere, portal]) {
          const responses = yield* Effect.promise(() =>
            Promise.all(Array.from({ length: REQUESTS }, () => caller.send("GET", `${ALERTS_PREFIX}/limits`)))
          )
          const counts = new Map(countsOf(responses))
          assert.sameMembers([...counts.keys()], [403, 429])
          // The portal was made with the same key, which servers on one database share.
          assert.isAtMost(counts.get(403) ?? 0, BURST)
        }
        yield* fillBuckets
      })
  )
})
