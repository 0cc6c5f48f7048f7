import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { ApiKeyId } from "../../src/accounts/ApiKey.ts"
import {
  DashboardToken,
  DashboardTokenHash,
  type DashboardTokenKind,
  linkFaultOf
} from "../../src/accounts/DashboardToken.ts"

const NOW = DateTime.makeUnsafe("2026-03-14T07:31:00Z")
const PAST = DateTime.subtract(NOW, { milliseconds: 1 })
const FUTURE = DateTime.add(NOW, { milliseconds: 1 })

const tokenOf = (kind: DashboardTokenKind, expiresAt: DateTime.Utc, usedAt?: DateTime.Utc) =>
  Option.some(
    new DashboardToken({
      hash: DashboardTokenHash.make("0".repeat(64)),
      kind,
      keyId: ApiKeyId.make("key_01KJMR0000000000000000003G"),
      createdAt: PAST,
      expiresAt,
      usedAt: Option.fromUndefinedOr(usedAt)
    })
  )

describe("a sign-in link", () => {
  it("has no fault until it expires or is used", () => {
    assert.isUndefined(linkFaultOf(tokenOf("link", FUTURE), NOW))
    assert.strictEqual(linkFaultOf(tokenOf("link", NOW), NOW), "expired")
    assert.strictEqual(linkFaultOf(tokenOf("link", FUTURE, PAST), NOW), "used")
    assert.strictEqual(linkFaultOf(tokenOf("link", PAST, PAST), NOW), "used")
  })

  it.each(["session", "portal", "portal-editor"] as const)("is unknown when its token is a %s", (kind) => {
    assert.strictEqual(linkFaultOf(tokenOf(kind, FUTURE), NOW), "unknown")
  })

  it("is unknown without a token", () => {
    assert.strictEqual(linkFaultOf(Option.none(), NOW), "unknown")
  })
})
