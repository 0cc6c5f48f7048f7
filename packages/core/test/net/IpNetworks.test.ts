import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { isInNetworks, parseIpAddress, parseIpNetwork } from "../../src/net/IpNetworks.ts"

const intBetween = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Octet = intBetween(0, 255)
const Ipv4 = Schema.Tuple([Octet, Octet, Octet, Octet])

/** Four numbers separated by dots, many of which are not an IPv4 address. */
const Dotted = Schema.String.check(Schema.isPattern(/^[0-9]{1,3}(\.[0-9]{1,3}){3}$/))
const IPV4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

const formatNetwork = (text: string) => Option.getOrNull(Option.map(parseIpNetwork(text), IpNetwork.format))
const formatAddress = (text: string) => Option.getOrNull(Option.map(parseIpAddress(text), NetAddress.formatIp))

describe("an IP network", () => {
  it.prop(
    "of IPv4 addresses is the same in IPv4 form and in IPv6 form, and contains an address in both forms",
    [Ipv4, intBetween(0, 32), Ipv4],
    ([octets, prefix, other]) => {
      const start = IpNetwork.fromAddressUnsafe(NetAddress.ipFromStringUnsafe(octets.join(".")), prefix)
      const ipv4 = IpNetwork.format(start)
      const mapped = `::ffff:${NetAddress.formatIp(start.address)}/${prefix + 96}`
      assert.strictEqual(formatNetwork(mapped), ipv4)
      const network = Option.getOrThrow(parseIpNetwork(mapped))
      const contains = (text: string) => isInNetworks([network], Option.getOrThrow(parseIpAddress(text)))
      assert.strictEqual(
        contains(other.join(".")),
        IpNetwork.contains(start, NetAddress.ipFromStringUnsafe(other.join(".")))
      )
      assert.strictEqual(contains(`::ffff:${other.join(".")}`), contains(other.join(".")))
      assert.isTrue(contains(NetAddress.formatIp(start.address)))
    }
  )

  it("is an address without a prefix, and has no bits after its prefix", () => {
    assert.strictEqual(formatNetwork("192.0.2.7"), "192.0.2.7/32")
    assert.strictEqual(formatNetwork("::ffff:192.0.2.7"), "192.0.2.7/32")
    assert.strictEqual(formatNetwork("2001:DB8::1"), "2001:db8::1/128")
    for (const text of [
      "192.0.2.7/24",
      "::ffff:192.0.2.7/120",
      "2001:db8::1/64",
      "fe80::1%eth0",
      "192.0.2.0/024",
      "/8",
      ""
    ])
      assert.isNull(formatNetwork(text), text)
    assert.strictEqual(formatNetwork("::/0"), "::/0", "every IPv6 address, and no IPv4 address")
  })
})

describe("an IP address", () => {
  it("is read without its zone, and as IPv4 where it is IPv4 in IPv6 form", () => {
    assert.strictEqual(formatAddress("fe80::1%eth0"), "fe80::1")
    assert.strictEqual(formatAddress("fe80::1%25"), "fe80::1")
    assert.strictEqual(formatAddress("::ffff:192.0.2.7"), "192.0.2.7")
    for (const text of ["192.0.2.7%eth0", "fe80::1%", "fe80::1%a%b", "%eth0", "", "/run/landfall.sock"])
      assert.isNull(formatAddress(text), text)
  })

  it.prop("is absent for other texts, and no text throws", [Dotted, Schema.String], ([dotted, text]) => {
    assert.strictEqual(formatAddress(dotted) !== null, IPV4.test(dotted), dotted)
    assert.strictEqual(formatNetwork(dotted) !== null, IPV4.test(dotted), dotted)
    const other = text.replaceAll(":", "")
    if (!IPV4.test(other)) assert.isNull(formatAddress(other), other)
  })
})
