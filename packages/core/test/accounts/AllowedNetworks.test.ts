import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { AllowedNetworkTexts, makeAddressTest } from "../../src/accounts/AllowedNetworks.ts"
import { faultsOf } from "../../src/faults/Parse.ts"

const decode = Schema.decodeUnknownResult(AllowedNetworkTexts)
const networks = (...texts: ReadonlyArray<string>) => Result.getOrThrow(decode(texts))

const ruleOf = (text: string): string => {
  const result = decode([text])
  return Result.isSuccess(result) ? "accepted" : (faultsOf(result.failure)[0]?.rule ?? "")
}

describe("the networks that a key may be used from", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7/32"],
    ["192.0.2.0/24", "192.0.2.0/24"],
    ["2001:DB8:0:0::/32", "2001:db8::/32"],
    ["2001:db8::1", "2001:db8::1/128"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["::ffff:192.0.2.7", "192.0.2.7/32"],
    ["::ffff:192.0.2.0/120", "192.0.2.0/24"]
  ])("%s is stored as %s", (text, stored) => {
    assert.deepStrictEqual<ReadonlyArray<string>>(networks(text), [stored])
  })

  it.each(["", "example.com", "192.0.2", "192.0.2.0/33", "192.0.2.0/-1", "2001:db8::/129", "192.0.2.0/24/24"])(
    "%j is rejected",
    (text) => {
      assert.match(ruleOf(text), /^must be an IP address, or a network in CIDR notation/)
    }
  )

  it("names the network of an address with bits after the prefix", () => {
    const result = decode(["192.0.2.7/24"])
    assert.isTrue(Result.isFailure(result))
    if (Result.isFailure(result)) {
      assert.strictEqual(faultsOf(result.failure)[0]?.advice, "the network of this address is 192.0.2.0/24")
    }
  })

  it("has at most 100 networks", () => {
    assert.isTrue(Result.isFailure(decode(Array.from({ length: 101 }, (_, n) => `192.0.2.${n}`))))
  })

  it("admits the addresses of any of the networks, and IPv4 addresses in IPv6 form", () => {
    const allows = makeAddressTest(networks("::ffff:192.0.2.0/121", "198.51.100.7", "2001:db8::/32", "fe80::/10"))
    for (const address of ["192.0.2.127", "::ffff:192.0.2.127", "198.51.100.7", "2001:db8:ffff::1", "fe80::1%eth0"]) {
      assert.isTrue(allows(address), address)
    }
    for (const address of ["192.0.2.128", "::ffff:192.0.2.128", "198.51.100.8", "2001:db9::1", "", "/run/x.sock"]) {
      assert.isFalse(allows(address), address)
    }
  })
})
