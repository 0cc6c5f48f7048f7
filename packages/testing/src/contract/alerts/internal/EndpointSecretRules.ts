import { assert } from "@effect/vitest"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { rotateSigningSecret, type SecretRing, secretBytes } from "@landfall/core/alerts/sending/SigningSecret"
import { DateTime, Effect, Option, Redacted } from "effect"
import { SAMPLE_TIME, secretOf, secretRingOf } from "../../../samples/Samples.ts"
import { assertFails, assertSame } from "../../suite/Assertions.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"

/** Enough to show a lost update; each is one transaction. */
export const CONCURRENT_CHANGES = 100

/** The secrets of a ring as text, for comparisons. */
export const revealSecrets = (ring: SecretRing) => ({
  current: Redacted.value(ring.current),
  previous: ring.previous.map(({ secret, expiresAt }) => ({ secret: Redacted.value(secret), expiresAt }))
})

const secretNumber = (ring: SecretRing): number => {
  const bytes = secretBytes(ring.current)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(28)
}

/** The rules of the signing secrets of endpoints. */
export const endpointSecretRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "every endpoint has its own secrets, byte for byte", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      assertSame(revealSecrets(yield* store.secrets(account.id, endpoint.id)), revealSecrets(secretRingOf(1)))
      assertSame(revealSecrets(yield* store.secrets(account.id, other.id)), revealSecrets(secretRingOf(2)))
    })
  )

  rule(layer, "after a rotation both secrets are stored, with the expiry of the previous one", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storeReceiver(1)
      const expected = rotateSigningSecret(secretRingOf(1), secretOf(2), SAMPLE_TIME)
      const turn = (ring: SecretRing) => rotateSigningSecret(ring, secretOf(2), SAMPLE_TIME)
      assertSame(revealSecrets(yield* store.modifySecrets(account.id, endpoint.id, turn)), revealSecrets(expected))
      assertSame(revealSecrets(yield* store.secrets(account.id, endpoint.id)), revealSecrets(expected))
      const removePrevious = (ring: SecretRing): SecretRing => ({ ...ring, previous: [] })
      yield* store.modifySecrets(account.id, endpoint.id, removePrevious)
      assertSame(revealSecrets(yield* store.secrets(account.id, endpoint.id)), revealSecrets(secretRingOf(2)))
    })
  )

  rule(layer, "a change of an endpoint can rotate its secret; both or neither are stored", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storeReceiver(1)
      const secrets = (ring: SecretRing) => rotateSigningSecret(ring, secretOf(2), SAMPLE_TIME)
      const describe = (current: Endpoint) => new Endpoint({ ...current, description: Option.some("Rotated") })
      const fail = (): never => {
        throw new Error("no change")
      }
      yield* assertFails(store.modify(account.id, endpoint.id, describe, { secrets: fail }))
      assertSame(yield* store.find(account.id, endpoint.id), endpoint)
      const changed = yield* store.modify(account.id, endpoint.id, describe, { secrets })
      assert.deepStrictEqual(changed.description, Option.some("Rotated"))
      const expected = rotateSigningSecret(secretRingOf(1), secretOf(2), SAMPLE_TIME)
      assertSame(revealSecrets(yield* store.secrets(account.id, endpoint.id)), revealSecrets(expected))
    })
  )

  rule(layer, "after several rotations each previous secret is stored with its own expiry", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storeReceiver(1)
      let expected = secretRingOf(1)
      for (const n of [2, 3, 4]) {
        const at = DateTime.add(SAMPLE_TIME, { hours: n })
        const turn = (ring: SecretRing) => rotateSigningSecret(ring, secretOf(n), at)
        expected = turn(expected)
        yield* store.modifySecrets(account.id, endpoint.id, turn)
        assertSame(revealSecrets(yield* store.secrets(account.id, endpoint.id)), revealSecrets(expected))
      }
      assert.strictEqual(expected.previous.length, 3)
    })
  )

  rule(layer, `none of ${CONCURRENT_CHANGES} concurrent changes of the secrets is lost`, () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storeReceiver(1)
      yield* Effect.all(
        Array.from({ length: CONCURRENT_CHANGES }, () =>
          store.modifySecrets(account.id, endpoint.id, (ring) => secretRingOf(secretNumber(ring) + 1))
        ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(secretNumber(yield* store.secrets(account.id, endpoint.id)), 1 + CONCURRENT_CHANGES)
    })
  )
}
