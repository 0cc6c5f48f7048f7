import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { NetAddress } from "effect/net"
import { addressGroup } from "../../src/limits/AddressGroup.ts"

const groupOf = (text: string) => addressGroup(Option.some(NetAddress.ipFromStringUnsafe(text)))

describe("the group of an address", () => {
  it("is the address itself for IPv4", () => {
    expect(groupOf("192.0.2.7")).toBe("192.0.2.7")
  })

  it("is the /64 network for IPv6, so that a caller gains nothing by changing the rest", () => {
    expect(groupOf("2001:db8:1:2::1")).toBe(groupOf("2001:db8:1:2:ffff:ffff:ffff:ffff"))
    expect(groupOf("2001:db8:1:2::1")).not.toBe(groupOf("2001:db8:1:3::1"))
  })

  it("is one for all callers whose address is unknown", () => {
    expect(addressGroup(Option.none())).toBe("unknown")
  })
})
