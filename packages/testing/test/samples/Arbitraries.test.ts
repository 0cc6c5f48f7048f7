import { assert, describe, it } from "@effect/vitest"
import { SigningSecretText } from "@landfall/core/alerts/sending/SigningSecret"
import { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Effect, Redacted, Schema } from "effect"
import * as arbitraries from "../../src/samples/Arbitraries.ts"
import { accountOf, applicationOf, endpointOf, ulidOf } from "../../src/samples/Samples.ts"

const encodeEvent = Schema.encodeSync(CarrierEvent)

describe("arbitraries", () => {
  it.effect.prop("generate secrets that the schema accepts", [arbitraries.signingSecret], ([secret]) =>
    Effect.sync(() => assert.isTrue(Schema.is(SigningSecretText)(Redacted.value(secret))))
  )

  it.effect.prop("generate carrier events whose text every database can store", [arbitraries.carrierEvent], ([event]) =>
    Effect.sync(() => {
      const json = JSON.stringify(encodeEvent(event))
      assert.isFalse(/\\u0000|\\ud[89a-f][0-9a-f]{2}/.test(json.replaceAll("\\\\", "")))
      assert.isTrue(Schema.is(CarrierEvent)(event))
    })
  )

  const Number = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 40 })))

  it.effect.prop("and samples with greater numbers sort later", [Number, Number], ([a, b]) =>
    Effect.sync(() => {
      assert.match(ulidOf(a), /^[0-9A-HJKMNP-TV-Z]{26}$/)
      assert.strictEqual(ulidOf(a) < ulidOf(b), a < b)
    })
  )

  it.effect.prop(
    "generate values that satisfy the schema of an endpoint",
    [arbitraries.endpointUrl, arbitraries.dateTimeUtc],
    ([url, createdAt]) =>
      Effect.sync(() => {
        const account = accountOf(1, { createdAt })
        const endpoint = endpointOf(applicationOf(account, 2), 3, { url })
        assert.strictEqual(endpoint.accountId, account.id)
        assert.strictEqual(endpoint.url, url)
      })
  )
})
