import { assert, describe, layer } from "@effect/vitest"
import { ALERTS_PREFIX, CO2_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import { newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"

const endpoint = `${ALERTS_PREFIX}/endpoint`
const good = { url: "https://example.com/hook" }
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`

interface Case {
  readonly name: string
  readonly path?: string
  readonly body: unknown
  readonly headers?: Record<string, string>
  readonly status: number
  readonly errorCode: number
  /** One pattern for each detail, in order. */
  readonly details: ReadonlyArray<RegExp>
}

const cases: ReadonlyArray<Case> = [
  {
    name: "a body that is not JSON",
    body: '{"url":',
    status: 400,
    errorCode: 40001,
    details: [/ends before the JSON is complete/]
  },
  {
    name: "a body that ends after a value",
    body: '{"url":"x"',
    status: 400,
    errorCode: 40001,
    details: [/ends before the JSON is complete/]
  },
  {
    name: "a body that has the words of another fault where it ceases to be JSON",
    body: '{"url":end of JSON at position 7}',
    status: 400,
    errorCode: 40001,
    details: [/^\$ is not valid JSON\.$/]
  },
  { name: "no body", body: "", status: 400, errorCode: 40001, details: [/\$ is missing/] },
  { name: "a list for an object", body: [], status: 400, errorCode: 40002, details: [/\$/] },
  { name: "null", body: "null", status: 400, errorCode: 40002, details: [/\$/] },
  { name: "a missing property", body: {}, status: 400, errorCode: 40002, details: [/^\$\.url is missing/] },
  { name: "a wrong type", body: { url: 7 }, status: 400, errorCode: 40002, details: [/^\$\.url .*string.*7/] },
  {
    name: "unknown properties, each by name",
    body: { ...good, filterType: [], constructor: 1 },
    status: 400,
    errorCode: 40003,
    details: [/^\$\.filterType is not a known property.*filterTypes/, /^\$\.constructor is not a known property/]
  },
  {
    name: "__proto__ as a property",
    body: '{"url":"https://example.com/","__proto__":{"disabled":true}}',
    status: 400,
    errorCode: 40003,
    details: [/__proto__/]
  },
  {
    name: "an unknown event type, with near matches",
    body: { ...good, filterTypes: ["container.loaded.at.first.poll"] },
    status: 400,
    errorCode: 40002,
    details: [/^\$\.filterTypes\[0\].*container\.loaded\.at\.first\.pol\b/]
  },
  {
    name: "an empty filter",
    body: { ...good, filterTypes: [] },
    status: 400,
    errorCode: 40002,
    details: [/^\$\.filterTypes must name at least one/]
  },
  {
    name: "a URL that is not http",
    body: { url: "ftp://example.com" },
    status: 400,
    errorCode: 40002,
    details: [/^\$\.url must begin with https:/]
  },
  {
    name: "a secret of 23 bytes",
    body: { ...good, secret: secretOf(23) },
    status: 400,
    errorCode: 40002,
    details: [/^\$\.secret must be whsec_/]
  },
  {
    name: "a secret of 65 bytes",
    body: { ...good, secret: secretOf(65) },
    status: 400,
    errorCode: 40002,
    details: [/^\$\.secret must be whsec_/]
  },
  {
    name: "a secret without its prefix",
    body: { ...good, secret: "c2VjcmV0" },
    status: 400,
    errorCode: 40002,
    details: [/^\$\.secret must be whsec_/]
  },
  {
    name: "every fault together",
    body: { url: "x", description: 1, metadata: { a: 1 } },
    status: 400,
    errorCode: 40002,
    details: [/^\$\.url/, /^\$\.description/, /^\$\.metadata\.a/]
  },
  {
    name: "a private address",
    body: { url: "http://192.168.0.1/" },
    status: 400,
    errorCode: 40006,
    details: [/^\$\.url: .*private/]
  },
  {
    name: "an unknown application",
    body: { ...good, applicationId: "app_none" },
    status: 404,
    errorCode: 40401,
    details: [/app_none/]
  },
  {
    name: "a body over 1 MiB",
    body: JSON.stringify({ ...good, description: "x".repeat(1024 * 1024) }),
    status: 413,
    errorCode: 41300,
    details: [/1048576 bytes/]
  },
  {
    name: "another content type",
    body: "url=x",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
    errorCode: 41500,
    details: [/x-www-form-urlencoded.*application\/json/]
  },
  {
    name: "a text that is not JSON",
    body: '{"url": nil}',
    status: 400,
    errorCode: 40001,
    details: [/^\$ is not valid JSON/]
  },
  {
    name: "a charset that is not UTF-8",
    body: JSON.stringify(good),
    headers: { "content-type": "application/json; charset=utf-16" },
    status: 415,
    errorCode: 41500,
    details: [/charset is utf-16/]
  },
  {
    name: "a compressed body",
    body: JSON.stringify(good),
    headers: { "content-encoding": "gzip" },
    status: 415,
    errorCode: 41500,
    details: [/Content-Encoding is gzip/]
  },
  {
    name: "text that no store gives back as it was",
    body: { ...good, description: "a\u0000b", metadata: { half: "\ud800" } },
    status: 400,
    errorCode: 40002,
    details: [/^\$\.description must be Unicode text/, /^\$\.metadata\.half must be Unicode text/]
  },
  {
    name: "a secret with a line break",
    body: { ...good, secret: secretOf(32).replace("whsec_", "whsec_\n") },
    status: 400,
    errorCode: 40002,
    details: [/^\$\.secret must be whsec_/]
  },
  {
    name: "a URL with a line break",
    body: { url: "https://example.com/\n" },
    status: 400,
    errorCode: 40002,
    details: [/^\$\.url must not contain spaces/]
  },
  {
    name: "an idempotency-key that is not a UUID",
    body: good,
    headers: { "idempotency-key": "again" },
    status: 400,
    errorCode: 40005,
    details: [/UUID/]
  }
]

layer(serviceLayer, { excludeTestServices: true })("bad input to POST /endpoint", (it) => {
  for (const { name, path = endpoint, body, headers = {}, status, errorCode, details } of cases) {
    it.effect(`${name} gets ${errorCode}, and nothing is stored`, () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const response = yield* Effect.promise(() => caller.send("POST", path, body, headers))
        assert.strictEqual(response.status, status, JSON.stringify(response.body))
        assert.strictEqual(response.body.errorCode, errorCode)
        assert.strictEqual(response.body.details.length, details.length, JSON.stringify(response.body.details))
        details.forEach((pattern, index) => {
          assert.match(response.body.details[index], pattern)
        })
        assert.match(response.body.time, /^\d{4}-\d\d-\d\dT/)
        assert.notInclude(JSON.stringify(response.body), "node:")
        const list = yield* Effect.promise(() => caller.send("GET", endpoint))
        assert.deepStrictEqual(list.body.data, [])
      })
    )
  }

  it.effect("a body that is not UTF-8 gets 40001, whatever its size and its operation, and nothing is stored", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const origin = yield* serviceUrl
      const post = (path: string, body: Buffer) =>
        Effect.promise(async () => {
          const headers = { api_key: caller.key, "content-type": "application/json" }
          const response = await fetch(`${origin}${path}`, { method: "POST", headers, body: new Uint8Array(body) })
          return { status: response.status, text: await response.text() }
        })
      const application = (name: string) => JSON.stringify({ name })
      const events = (padding: number) => JSON.stringify([{ eventType: "Zürich", padding: "x".repeat(padding) }])
      for (const [path, text] of [
        [`${ALERTS_PREFIX}/application`, application("Zürich")],
        [`${ALERTS_PREFIX}/endpoint`, JSON.stringify({ ...good, description: `Zürich ${"x".repeat(2000)}` })],
        [`${ALERTS_PREFIX}/tracking/events`, events(0)],
        [`${ALERTS_PREFIX}/tracking/events`, events(200_000)],
        [`${CO2_PREFIX}/compute-co2`, JSON.stringify({ departure: { portCode: "ZürIC" } })]
      ] as const) {
        const { status, text: body } = yield* post(path, Buffer.from(text, "latin1"))
        assert.strictEqual(status, 400, body)
        assert.include(body, '"errorCode":40001')
        assert.include(body, "$ is not JSON in UTF-8.")
      }
      const applications = `${ALERTS_PREFIX}/application`
      assert.strictEqual((yield* post(applications, Buffer.from(application("Zürich \ufffd")))).status, 201)
      const { body } = yield* Effect.promise(() => caller.send("GET", applications))
      assert.deepStrictEqual(
        body.data.map(({ name }: { readonly name: string }) => name),
        ["Zürich \ufffd"]
      )
    })
  )

  it.effect("a response never repeats a secret", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const response = yield* Effect.promise(() =>
        caller.send("POST", endpoint, { ...good, secret: "whsec_dG9wc2VjcmV0" })
      )
      assert.strictEqual(response.status, 400)
      assert.notInclude(JSON.stringify(response.body), "dG9wc2VjcmV0")
    })
  )
})

describe("authentication and authorization", () => {
  layer(serviceLayer, { excludeTestServices: true })((it) => {
    it.effect("a missing key is 40100 and an unknown key 40101", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const none = yield* Effect.promise(() => caller.send("GET", endpoint, undefined, { api_key: "" }))
        assert.deepStrictEqual([none.status, none.body.errorCode], [401, 40100])
        const unknown = yield* Effect.promise(() => caller.send("GET", endpoint, undefined, { api_key: "lf_nobody" }))
        assert.deepStrictEqual([unknown.status, unknown.body.errorCode], [401, 40101])
      })
    )

    it.effect("no operation finds the endpoints, shipments and applications of other accounts", () =>
      Effect.gen(function* () {
        const owner = yield* newCaller()
        const other = yield* newCaller()
        const created = yield* Effect.promise(() => owner.send("POST", endpoint, good))
        const id = created.body.id
        const shipment = yield* Effect.promise(() =>
          owner.send("POST", `${ALERTS_PREFIX}/shipment`, { number: "MSKU7194304" })
        )
        assert.strictEqual(shipment.status, 201)
        const tries: ReadonlyArray<readonly [string, string, unknown?]> = [
          ["GET", `${endpoint}/${id}`],
          ["PUT", `${endpoint}/${id}`, good],
          ["PATCH", `${endpoint}/${id}`, { disabled: true }],
          ["DELETE", `${endpoint}/${id}`],
          ["GET", `${endpoint}/${id}/secret`],
          ["POST", `${endpoint}/${id}/secret/rotate`],
          ["POST", `${endpoint}/${id}/send-example`, { eventType: "shipment.added.to.endpoint" }],
          ["POST", `${ALERTS_PREFIX}/easy-shipment`, { [id]: { shipments: [{ number: "MSKU7194304" }] } }],
          ["POST", endpoint, { ...good, applicationId: created.body.applicationId }],
          ["GET", `${ALERTS_PREFIX}/shipment/${shipment.body.id}`],
          ["DELETE", `${ALERTS_PREFIX}/shipment/${shipment.body.id}`],
          ["GET", `${ALERTS_PREFIX}/shipment/${shipment.body.id}/timeline`]
        ]
        for (const [method, path, body] of tries) {
          const response = yield* Effect.promise(() => other.send(method, path, body))
          assert.strictEqual(response.status, 404, `${method} ${path}`)
          assert.strictEqual(Math.floor(response.body.errorCode / 100), 404)
        }
        const still = yield* Effect.promise(() => owner.send("GET", `${endpoint}/${id}`))
        assert.strictEqual(still.status, 200)
        assert.isFalse(still.body.disabled)
      })
    )

    it.effect("a free plan has no alerts, but has consumption", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller("free", null)
        const response = yield* Effect.promise(() => caller.send("POST", endpoint, good))
        assert.deepStrictEqual([response.status, response.body.errorCode], [403, 40300])
        const period = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/consumption/current-period`))
        assert.deepStrictEqual([period.status, period.body.errorCode], [404, 40405])
        const periods = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/consumption/periods`))
        assert.deepStrictEqual(periods.body, [])
      })
    )
  })
})
