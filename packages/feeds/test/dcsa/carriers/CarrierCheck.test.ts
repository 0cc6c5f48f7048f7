import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option, Redacted, Result } from "effect"
import { Digest } from "effect/crypto"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { checkCarrier, unknownNumberQuery } from "../../../src/dcsa/carriers/CarrierCheck.ts"
import type { ConfiguredCarrier } from "../../../src/dcsa/carriers/CarrierConfiguration.ts"
import { fingerprintsOf } from "../../../src/dcsa/carriers/CarrierFingerprint.ts"
import { adviceOf } from "../../../src/dcsa/carriers/CheckAdvice.ts"
import { journey } from "../payloads.ts"
import {
  type Behaviour,
  CLOSED_ORIGIN,
  carrierAt,
  carrierServer,
  MAERSK,
  respondWithJson,
  respondWithStatus,
  withCredentials
} from "../support/CarrierServer.ts"

const QUERY = { scac: MAERSK, number: "MSKU1234565", kind: "CT" } as const
const KEY = [{ name: "Consumer-Key", value: Redacted.make("k3y-of-the-carrier") }]
const withKey = { authentication: { headers: { "Consumer-Key": "MAEU_KEY" } } }

const check = (carrier: ConfiguredCarrier) => checkCarrier(carrier, QUERY).pipe(Effect.provide(FetchHttpClient.layer))

const toToken =
  (behave: Behaviour, otherwise: Behaviour): Behaviour =>
  (request, response) =>
    request.url.pathname === "/token" ? behave(request, response) : otherwise(request, response)

const issue: Behaviour = (_, response) => respondWithJson(response, { access_token: "token", expires_in: 60 })

describe("a check of a carrier", () => {
  it.live("records the request for an access token and the poll, with status and time", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer(toToken(issue, (_, response) => respondWithJson(response, journey())))
      const checked = yield* check(carrierAt(server.origin, {}, withCredentials(server.origin)))
      assert.deepStrictEqual(
        checked.steps.map(({ purpose, method, url, status }) => [purpose, method, url, Option.getOrNull(status)]),
        [
          ["access token", "POST", `${server.origin}/token`, 200],
          ["events", "GET", `${server.origin}/v2/events?equipmentReference=MSKU1234565&limit=100`, 200]
        ]
      )
      for (const { durationMillis } of checked.steps) assert.isAtLeast(durationMillis, 0)
      assert.strictEqual(Result.getOrThrow(checked.result).events.length, journey().length)
      assert.deepStrictEqual(adviceOf(checked, carrierAt(server.origin).profile), [])
    })
  )

  it.live("shows what the carrier wrote about an error, without the secrets", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) =>
        respondWithJson(response, { reason: "the key k3y-of-the-carrier\n has expired" }, {}, 401)
      )
      const carrier = carrierAt(server.origin, withKey, { keyHeaders: KEY })
      const checked = yield* check(carrier)
      assert.strictEqual(checked.steps.length, 1)
      assert.strictEqual(checked.steps[0]?.body, String.raw`{"reason":"the key (hidden)\n has expired"}`)
      assert.match(adviceOf(checked, carrier.profile).join(" "), /MAEU_KEY \(header Consumer-Key\)/)
    })
  )

  it.live("records each attempt at a carrier that cannot be reached", () =>
    Effect.gen(function* () {
      const carrier = carrierAt(CLOSED_ORIGIN)
      const checked = yield* check(carrier)
      assert.strictEqual(checked.steps.length, 3)
      for (const { status, failure } of checked.steps) {
        assert.isTrue(Option.isNone(status))
        assert.match(Option.getOrThrow(failure), /^[A-Z_]+$|unknown cause/)
      }
      assert.match(adviceOf(checked, carrier.profile).join(" "), /Check baseUrl, .*127\.0\.0\.1:2/)
    })
  )

  it.effect("records a request that got no response within the time limit", () =>
    Effect.gen(function* () {
      const requested = yield* Deferred.make<void>()
      const server = yield* carrierServer(() => Deferred.doneUnsafe(requested, Effect.void))
      const carrier = carrierAt(server.origin)
      const checking = yield* Effect.forkChild(check(carrier))
      yield* Deferred.await(requested)
      yield* TestClock.adjust("30 seconds")
      const { steps, result } = yield* Fiber.join(checking)
      assert.deepStrictEqual(
        steps.map(({ purpose, status, failure, durationMillis }) => ({ purpose, status, failure, durationMillis })),
        [{ purpose: "events", status: Option.none(), failure: Option.some("time limit"), durationMillis: 30_000 }]
      )
      assert.match(Result.isFailure(result) ? result.failure.message : "", /^MAEU did not respond within 30 s\.$/)
    })
  )

  it("uses a number that no carrier knows, of a kind that the profile supports", () => {
    assert.deepStrictEqual(unknownNumberQuery(carrierAt(CLOSED_ORIGIN)), {
      scac: MAERSK,
      number: "ZZZU0000005",
      kind: "CT"
    })
    const { kind, number } = unknownNumberQuery(carrierAt(CLOSED_ORIGIN, { kinds: ["BL"] }))
    assert.deepStrictEqual([kind, number], ["BL", "LANDFALLCHECK"])
  })
})

describe("the advice after a check", () => {
  const cases: Record<string, readonly [Behaviour, Record<string, unknown>, RegExp]> = {
    "names the credentials and the scope when the token is rejected": [
      toToken((_, response) => respondWithStatus(response, 401), issue),
      { oauth2: true },
      /ID and SECRET.*scope "tnt".*"basic"/
    ],
    "requires authentication when the profile has none": [
      (_, response) => respondWithStatus(response, 401),
      {},
      /The profile has no authentication/
    ],
    "names the carrier's product when the keys lack permission": [
      (_, response) => respondWithStatus(response, 403),
      withKey,
      /Track & Trace product/
    ],
    "requires a known number when the query is rejected": [
      (_, response) => respondWithStatus(response, 400),
      withKey,
      /--number NUMBER --type CT/
    ],
    "doubts baseUrl when the status is 404": [
      (_, response) => respondWithStatus(response, 404),
      withKey,
      /404 can also mean that baseUrl is wrong/
    ],
    "doubts baseUrl when the response is a web page": [
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html></html>"),
      withKey,
      /not of a web page/
    ]
  }
  for (const [name, [behave, changes, expected]] of Object.entries(cases)) {
    it.live(name, () =>
      Effect.gen(function* () {
        const server = yield* carrierServer(behave)
        const secrets = changes.oauth2 === true ? withCredentials(server.origin) : { keyHeaders: KEY }
        const authentication = {
          oauth2: { tokenUrl: `${server.origin}/token`, clientId: "ID", clientSecret: "SECRET", scope: "tnt" }
        }
        const carrier = carrierAt(server.origin, changes.oauth2 === true ? { authentication } : changes, secrets)
        assert.match(adviceOf(yield* check(carrier), carrier.profile).join(" "), expected)
      })
    )
  }
})

describe("the fingerprint of a carrier", () => {
  const fingerprint = (changes: Record<string, unknown>, key = "k3y") =>
    Effect.map(
      fingerprintsOf([
        carrierAt(
          "https://api.carrier.example",
          { ...withKey, ...changes },
          {
            keyHeaders: [{ name: "Consumer-Key", value: Redacted.make(key) }]
          }
        )
      ]),
      (all) => all.get(MAERSK) ?? ""
    ).pipe(Effect.provide(Digest.layerWebCrypto))

  it.effect("changes with the address, the kinds and every key, and not with the name and the limits", () =>
    Effect.gen(function* () {
      const before = yield* fingerprint({})
      assert.match(before, /^[0-9a-f]{64}$/)
      assert.strictEqual(yield* fingerprint({ name: "Other", dailyAllowance: 5, requestsPerSecond: 3 }), before)
      for (const changed of [
        fingerprint({ baseUrl: "https://api.other.example" }),
        fingerprint({ eventsPath: "/events" }),
        fingerprint({ kinds: ["CT"] }),
        fingerprint({}, "k4y")
      ]) {
        assert.notStrictEqual(yield* changed, before)
      }
    })
  )
})
