import { assert, describe, it } from "@effect/vitest"
import { AllowedNetworkTexts } from "@landfall/core/accounts/AllowedNetworks"
import { DateTime, Option, Result, Schema } from "effect"
import { termsOfNewKey } from "../../src/accounts/KeyTerms.ts"

const NOW = DateTime.makeUnsafe("2026-03-01T00:00:00Z")
const MAY = DateTime.makeUnsafe("2026-05-01T00:00:00Z")
const JUNE = DateTime.makeUnsafe("2026-06-01T00:00:00Z")
const networks = Schema.decodeSync(AllowedNetworkTexts)
const OFFICE = networks(["192.0.2.0/24"])
const UNLIMITED = { expiresAt: Option.none(), allowedNetworks: [] }
const LIMITED = { expiresAt: Option.some(MAY), allowedNetworks: OFFICE }
const NOTHING = { expiresAt: undefined, allowedNetworks: undefined }

const pathsOf = (result: ReturnType<typeof termsOfNewKey>): ReadonlyArray<string> =>
  Result.isFailure(result) ? result.failure.map(({ path }) => path.join(".")) : []

describe("a key that is created with another key", () => {
  it("has the terms of the other unless it requests narrower ones", () => {
    assert.deepStrictEqual(
      termsOfNewKey(LIMITED, NOTHING, NOW),
      Result.succeed({ expiresAt: MAY, allowedNetworks: OFFICE })
    )
    assert.deepStrictEqual(
      termsOfNewKey(UNLIMITED, { expiresAt: JUNE, allowedNetworks: OFFICE }, NOW),
      Result.succeed({ expiresAt: JUNE, allowedNetworks: OFFICE })
    )
  })

  it("is never valid for longer, nor from other networks", () => {
    assert.deepStrictEqual(pathsOf(termsOfNewKey(LIMITED, { ...NOTHING, expiresAt: JUNE }, NOW)), ["expiresAt"])
    assert.deepStrictEqual(pathsOf(termsOfNewKey(LIMITED, { ...NOTHING, allowedNetworks: [] }, NOW)), [
      "allowedNetworks"
    ])
    const others = networks(["192.0.2.0/24", "198.51.100.0/24"])
    assert.deepStrictEqual(pathsOf(termsOfNewKey(LIMITED, { ...NOTHING, allowedNetworks: others }, NOW)), [
      "allowedNetworks.1"
    ])
    assert.deepStrictEqual(pathsOf(termsOfNewKey(UNLIMITED, { ...NOTHING, expiresAt: NOW }, NOW)), ["expiresAt"])
  })
})
