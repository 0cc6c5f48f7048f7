import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { describeFault } from "../../../src/faults/Fault.ts"
import { parse } from "../../../src/faults/Parse.ts"
import { CarrierProfile, CarrierUrl, eventsUrl } from "../../../src/tracking/carriers/CarrierProfile.ts"

const profile = (changes: Record<string, unknown> = {}) =>
  parse(CarrierProfile)({
    scac: "MAEU",
    name: "Maersk",
    baseUrl: "https://api.carrier.example/track",
    kinds: ["CT", "BL"],
    ...changes
  })

const faults = (changes: Record<string, unknown>) =>
  Result.match(profile(changes), {
    onSuccess: () => [],
    onFailure: (found) => found.map((fault) => describeFault(fault))
  })

describe("CarrierProfile", () => {
  it("requires code, name, URL and reference types, and has default limits", () => {
    assert.deepStrictEqual<unknown>(Result.getOrThrow(profile()), {
      scac: "MAEU",
      name: "Maersk",
      baseUrl: "https://api.carrier.example/track",
      apiVersion: "2",
      kinds: ["CT", "BL"],
      authentication: {},
      notificationSecretEncoding: "base64",
      quirks: { localTimesMarkedZ: false },
      dailyAllowance: 10_000,
      requestsPerSecond: 1,
      pageSize: 100
    })
  })

  it("accepts https URLs, and http URLs of the local machine only", () => {
    for (const baseUrl of ["http://localhost:9000", "http://127.0.0.1:9000/a", "http://[::1]:9000"]) {
      assert.deepStrictEqual(faults({ baseUrl }), [])
    }
    assert.deepStrictEqual(faults({ baseUrl: "http://api.carrier.example" }), [
      '$.baseUrl must be an https URL, got "http://api.carrier.example"; http is allowed for the local machine only, such as http://localhost:9000'
    ])
    for (const baseUrl of [
      "api.carrier.example",
      "https://a@b.example",
      "https://b.example?key=1",
      "ftp://b.example"
    ]) {
      assert.strictEqual(faults({ baseUrl }).length, 1)
    }
  })

  it("rejects a secret in place of an environment variable, and does not repeat the secret", () => {
    const [fault] = faults({ authentication: { headers: { "Consumer-Key": "s3cr3t-k3y" } } })
    assert.match(
      fault ?? "",
      /^\$\.authentication\.headers\["Consumer-Key"\] must be the name of an environment variable/
    )
    assert.notInclude(fault ?? "", "s3cr3t")
  })

  it("rejects headers that the HTTP client sets", () => {
    for (const name of ["API-Version", "host", "Content-Length", "bad name", "a\r\nb"]) {
      assert.strictEqual(faults({ authentication: { headers: { [name]: "MAEU_KEY" } } }).length, 1, name)
    }
    assert.strictEqual(faults({ authentication: { headers: {} } }).length, 1)
    const oauth2 = { tokenUrl: "https://id.carrier.example/token", clientId: "MAEU_ID", clientSecret: "MAEU_SECRET" }
    const headers = { Authorization: "MAEU_KEY" }
    assert.deepStrictEqual(faults({ authentication: { headers } }), [])
    assert.strictEqual(faults({ authentication: { headers, oauth2 } }).length, 1)
  })

  it("reports every fault together, with field, rule and value", () => {
    const found = faults({
      scac: "maersk",
      kinds: [],
      apiVersion: "v2.2",
      dailyAllowance: 0,
      requestsPerSecond: "fast",
      dailyAlowance: 5
    })
    assert.deepStrictEqual(found.map((message) => message.split(" ")[0]).toSorted(), [
      "$.apiVersion",
      "$.dailyAllowance",
      "$.dailyAlowance",
      "$.kinds[0]",
      "$.requestsPerSecond",
      "$.scac"
    ])
  })

  it("polls the URL that a carrier publishes, whatever its form", () => {
    const urlOf = (baseUrl: string, changes: { eventsPath?: string; apiVersion?: string | null } = {}) =>
      eventsUrl({ baseUrl: CarrierUrl.make(baseUrl), apiVersion: "2", ...changes })
    assert.strictEqual(urlOf("https://api.carrier.example/"), "https://api.carrier.example/v2/events")
    assert.strictEqual(
      urlOf("https://api.carrier.example", { apiVersion: "2.2" }),
      "https://api.carrier.example/v2/events"
    )
    assert.strictEqual(
      urlOf("https://api.carrier.example/track-and-trace-private/events"),
      "https://api.carrier.example/track-and-trace-private/events"
    )
    assert.strictEqual(
      urlOf("https://api.carrier.example/trackandtrace/v2.2"),
      "https://api.carrier.example/trackandtrace/v2.2/events"
    )
    assert.strictEqual(
      urlOf("https://api.carrier.example/t", { apiVersion: null }),
      "https://api.carrier.example/t/events"
    )
    assert.strictEqual(urlOf("https://api.carrier.example", { eventsPath: "/e" }), "https://api.carrier.example/e")
  })
})
