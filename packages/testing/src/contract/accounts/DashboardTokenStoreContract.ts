import { assert, describe } from "@effect/vitest"
import { ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import {
  DashboardToken,
  DashboardTokenKind,
  DashboardTokenStore,
  isPortalKind,
  type LinkFault,
  linkFaultOf
} from "@landfall/core/accounts/DashboardToken"
import { DateTime, Effect, Option } from "effect"
import { apiKeyHashOf, apiKeyOf, SAMPLE_TIME } from "../../samples/Samples.ts"
import { assertSame } from "../suite/Assertions.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount, storeReceiver } from "../suite/StoredSamples.ts"

const AT = DateTime.toEpochMillis(SAMPLE_TIME)
const MINUTE = 60_000
const NOTHING_EXPIRED = 0

/** Stores a key, and returns the function that makes its tokens. */
const openTokens = Effect.gen(function* () {
  const key = apiKeyOf(yield* storeAccount(1), 1)
  yield* (yield* ApiKeyStore).add(key)
  const tokenOf = (n: number, kind: DashboardTokenKind, expiresAt = AT + MINUTE) =>
    new DashboardToken({
      hash: apiKeyHashOf(n),
      kind,
      keyId: key.id,
      createdAt: SAMPLE_TIME,
      expiresAt: DateTime.makeUnsafe(expiresAt),
      usedAt: Option.none()
    })
  return { store: yield* DashboardTokenStore, tokenOf }
})

/** Registers the contract of `DashboardTokenStore`. */
export const dashboardTokenStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`DashboardTokenStore on ${name}`, () => {
    rule(layer, "find returns a token as it was stored, and none for an unknown or removed one", () =>
      Effect.gen(function* () {
        const { store, tokenOf } = yield* openTokens
        const [link, session] = [tokenOf(1, "link"), tokenOf(2, "session")]
        for (const token of [link, session]) yield* store.add(token, NOTHING_EXPIRED)
        assertSame(yield* store.find(link.hash), Option.some(link))
        assertSame(yield* store.find(session.hash), Option.some(session))
        yield* store.remove(session.hash)
        yield* store.remove(session.hash)
        assert.isTrue(Option.isNone(yield* store.find(session.hash)))
        assertSame(yield* store.find(link.hash), Option.some(link))
      })
    )

    rule(layer, "a portal token is stored with its application, and opens no session", () =>
      Effect.gen(function* () {
        const { store, tokenOf } = yield* openTokens
        const { endpoint } = yield* storeReceiver(2)
        for (const [n, kind] of [
          [1, "portal"],
          [2, "portal-editor"]
        ] as const) {
          const portal = new DashboardToken({
            ...tokenOf(n, kind),
            applicationId: Option.some(endpoint.applicationId)
          })
          yield* store.add(portal, NOTHING_EXPIRED)
          assertSame(yield* store.find(portal.hash), Option.some(portal))
          assert.isFalse(yield* store.redeem(portal.hash, tokenOf(3, "session"), AT))
        }
      })
    )

    rule(layer, "add deletes the tokens that expired before an instant, and no others", () =>
      Effect.gen(function* () {
        const { store, tokenOf } = yield* openTokens
        for (const [n, expiresAt] of [AT - 1, AT, AT + 1].entries()) {
          yield* store.add(tokenOf(n, "session", expiresAt), NOTHING_EXPIRED)
        }
        yield* store.add(tokenOf(9, "link"), AT)
        const stored = yield* Effect.forEach([0, 1, 2, 9], (n) => store.find(apiKeyHashOf(n)))
        assert.deepStrictEqual(stored.map(Option.isSome), [false, true, true, true])
      })
    )

    rule(layer, "redeem uses a link once, and adds the session of that one time", () =>
      Effect.gen(function* () {
        const { store, tokenOf } = yield* openTokens
        const link = tokenOf(1, "link")
        yield* store.add(link, NOTHING_EXPIRED)
        const sessions = [2, 3, 4, 5].map((n) => tokenOf(n, "session"))
        const redeemed = yield* Effect.forEach(sessions, (session) => store.redeem(link.hash, session, AT + 7), {
          concurrency: "unbounded"
        })
        assert.strictEqual(redeemed.filter(Boolean).length, 1)
        const stored = yield* Effect.forEach(sessions, ({ hash }) => Effect.map(store.find(hash), Option.isSome))
        assert.deepStrictEqual(stored, redeemed)
        const used = new DashboardToken({ ...link, usedAt: Option.some(DateTime.makeUnsafe(AT + 7)) })
        assertSame(yield* store.find(link.hash), Option.some(used))
      })
    )

    rule(layer, "redeem opens a session exactly where the link has no fault", () =>
      Effect.gen(function* () {
        const { store, tokenOf } = yield* openTokens
        const faults: Array<LinkFault | undefined> = []
        for (const kind of DashboardTokenKind.literals.filter((one) => !isPortalKind(one))) {
          for (const expiresAt of [AT - 1, AT, AT + 1]) {
            const [hash, session] = [apiKeyHashOf(10 + faults.length), tokenOf(100 + faults.length, "session")]
            yield* store.add(new DashboardToken({ ...tokenOf(0, kind, expiresAt), hash }), NOTHING_EXPIRED)
            const fault = linkFaultOf(yield* store.find(hash), SAMPLE_TIME)
            assert.strictEqual(yield* store.redeem(hash, session, AT), fault === undefined, `${kind} ${expiresAt - AT}`)
            assert.strictEqual(Option.isSome(yield* store.find(session.hash)), fault === undefined)
            faults.push(fault)
          }
        }
        assert.deepStrictEqual(faults, ["expired", "expired", undefined, "unknown", "unknown", "unknown"])
        assert.isFalse(yield* store.redeem(apiKeyHashOf(3), tokenOf(2, "session"), AT), "an unknown link")
        assert.isTrue(Option.isNone(yield* store.find(apiKeyHashOf(2))))
      })
    )
  })
}
