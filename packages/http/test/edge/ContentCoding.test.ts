import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CONTENT_CODINGS, preferredCoding } from "../../src/edge/ContentCoding.ts"

describe("the coding of a response", () => {
  it.each([
    ["br, gzip", "br"],
    ["gzip, br", "br"],
    ["gzip", "gzip"],
    ["GZIP;Q=1.0", "gzip"],
    ["gzip ; q=0.5", "gzip"],
    ["gzip, , br;q=0.5,", "gzip"],
    ["gzip;q=1.0, br;q=0.9", "gzip"],
    ["gzip, br;q=0", "gzip"],
    ["gzip, br;q=0.000", "gzip"],
    ["*", "br"],
    ["*;q=0.1", "br"],
    ["br;q=0, *", "gzip"],
    ["gzip;q=0.2, *;q=0.1", "gzip"],
    ["gzip, identity", "gzip"],
    ["identity;q=0, gzip", "gzip"],
    ["identity;q=0.5, gzip;q=0.2, br;q=0.6", "br"]
  ])("is one that the client prefers: %s", (header, coding) => {
    assert.strictEqual(preferredCoding(header), coding)
  })

  it.each([
    [undefined],
    [""],
    ["identity"],
    ["zstd, deflate"],
    ["br;q=0"],
    ["br;q=0, gzip;q=0"],
    ["*;q=0"],
    ["identity;q=0"],
    ["identity, *;q=0.1"],
    ["identity;q=0.5, gzip;q=0.4"],
    ["gzip;q=0, zstd"],
    ["gzip, br;q=nan"],
    ["gzip;q=2"],
    ["gzip;q=0.1234"],
    ["gzip;level=9"],
    ["gz ip"],
    ["gzip;"]
  ])(
    "is absent for a client that accepts no supported one, prefers none, or sends a malformed header: %s",
    (header) => {
      assert.isUndefined(preferredCoding(header))
    }
  )

  const Weight = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 1000 })))
  const Name = Schema.Literals(["br", "gzip", "deflate", "identity", "*"])
  const Members = Schema.Array(Schema.Tuple([Name, Weight]))

  it.prop("never has the weight 0, nor a lower one than another that the server can send", [Members], ([members]) => {
    const weights = new Map<string, number>(members)
    const header = members.map(([name, weight]) => `${name};q=${(weight / 1000).toFixed(3)}`).join(", ")
    const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0
    const coding = preferredCoding(header)
    const best = Math.max(0, ...CONTENT_CODINGS.map(weightOf))
    if (coding === undefined) assert.isTrue(best === 0 || best < (weights.get("identity") ?? 0))
    else {
      assert.isAbove(weightOf(coding), 0)
      assert.strictEqual(weightOf(coding), best)
      assert.isAtLeast(best, weights.get("identity") ?? 0)
    }
  })

  it.prop("is chosen for any header without an exception", [Schema.String], ([header]) => {
    const coding = preferredCoding(header)
    assert.isTrue(coding === undefined || CONTENT_CODINGS.includes(coding))
  })
})
