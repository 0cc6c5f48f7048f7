import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { Idempotency, IdempotencyKey, type StoredResponse } from "@landfall/core/accounts/Idempotency"
import { DateTime, Effect } from "effect"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFailsWith } from "../../suite/Assertions.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"

/** A response of 1,000 bytes with its key. */
const RESPONSE: StoredResponse = { status: 202, body: "x".repeat(744) }

/** Runs the request of a key, at this many hours after the first. */
export const respond = (owner: Account["id"] | "operator", key: number, hours = 0) =>
  Effect.flatMap(Idempotency, (idempotency) =>
    idempotency.once(
      {
        owner,
        operation: "POST /easy-shipment",
        key: IdempotencyKey.make(`9b2f6c1e-3f0a-4a57-8d5e-2f1f0c7b9a1${key}`),
        fingerprint: "body",
        now: DateTime.add(SAMPLE_TIME, { hours })
      },
      Effect.succeed(RESPONSE)
    )
  )

/** The rules of the stored responses that an account may have. */
export const responseRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an account stores responses up to its limit in bytes, and others are not affected", () =>
    Effect.gen(function* () {
      const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
      for (const key of [1, 2, 3]) yield* respond(account.id, key)
      const error = yield* assertFailsWith(respond(account.id, 4), "LimitExceeded")
      assert.deepInclude(error, { limit: "account.idempotentBytes", value: 3_000, needed: 4_000 })
      assert.deepStrictEqual(yield* respond(account.id, 3), RESPONSE, "a repeated request stores nothing")
      yield* respond(other.id, 4)
      for (const key of [1, 2, 3, 4]) yield* respond("operator", key)
    })
  )

  rule(layer, "responses that have expired make room", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      for (const key of [1, 2, 3]) yield* respond(account.id, key)
      yield* assertFailsWith(respond(account.id, 4, 20), "LimitExceeded")
      yield* respond(account.id, 4, 26)
    })
  )
}
