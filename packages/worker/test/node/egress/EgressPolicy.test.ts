import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { NetAddress } from "effect/net"
import {
  addressRejection,
  type EgressPolicy,
  parseTargetHost,
  publicOnly,
  resolvedAddressRejection,
  targetRejection
} from "../../../src/node/egress/EgressPolicy.ts"

const rejectionOf = (address: string, policy: EgressPolicy = publicOnly) =>
  addressRejection(NetAddress.ipFromStringUnsafe(address), policy)

const allowAll: EgressPolicy = { mode: "on" }
const allowLoopback: EgressPolicy = { mode: "loopback" }

const Byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
const Group = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))

const v6 = (groups: ReadonlyArray<number>) => groups.map((group) => group.toString(16)).join(":")

describe("addressRejection", () => {
  it.each([
    "1.1.1.1",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "192.0.1.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2606:4700::1111",
    "2a00:1450:4001::5",
    "2001:4860:4860::8888"
  ])("allows %s", (address) => {
    assert.isUndefined(rejectionOf(address))
  })

  it.each([
    ["127.0.0.1", "a loopback address"],
    ["127.255.255.254", "a loopback address"],
    ["::1", "a loopback address"],
    ["10.0.0.0", "a private address"],
    ["172.16.0.0", "a private address"],
    ["172.31.255.255", "a private address"],
    ["192.168.255.255", "a private address"],
    ["fc00::", "a unique local address"],
    ["fdff:ffff::1", "a unique local address"],
    ["100.64.0.0", "a carrier-grade NAT address"],
    ["100.127.255.255", "a carrier-grade NAT address"],
    ["169.254.0.1", "a link-local address"],
    ["fe80::1", "a link-local address"],
    ["febf::1", "a link-local address"],
    ["224.0.0.1", "a multicast address"],
    ["239.255.255.255", "a multicast address"],
    ["ff02::1", "a multicast address"],
    ["0.0.0.0", "an address of this network"],
    ["0.1.2.3", "an address of this network"],
    ["::", "an address of this network"],
    ["192.0.2.1", "a documentation address"],
    ["198.51.100.1", "a documentation address"],
    ["203.0.113.1", "a documentation address"],
    ["2001:db8::1", "a documentation address"],
    ["3fff::1", "a documentation address"],
    ["198.18.0.0", "a benchmarking address"],
    ["198.19.255.255", "a benchmarking address"],
    ["2001:2::1", "a benchmarking address"],
    ["192.0.0.1", "a reserved address"],
    ["192.88.99.1", "a reserved address"],
    ["240.0.0.0", "a reserved address"],
    ["255.255.255.255", "a reserved address"],
    ["2001:10::1", "a reserved address"],
    ["100::1", "a reserved address"],
    ["fec0::1", "a reserved address"],
    ["5f00::1", "a reserved address"],
    ["4000::1", "a reserved address"],
    ["::ffff:1.1.1.1", "an IPv4 address in IPv6 form"],
    ["::ffff:0:1.1.1.1", "an IPv4 address in IPv6 form"],
    ["::1.1.1.1", "an IPv4 address in IPv6 form"],
    ["64:ff9b::1.1.1.1", "a NAT64 address"],
    ["64:ff9b:1::1", "a NAT64 address"],
    ["2002:101:101::1", "a 6to4 address"],
    ["2001::1", "a Teredo address"],
    ["169.254.169.254", "a cloud metadata address"],
    ["fd00:ec2::254", "a cloud metadata address"],
    ["100.100.100.200", "a cloud metadata address"]
  ])("rejects %s as %s", (address, kind) => {
    assert.strictEqual(rejectionOf(address), kind)
  })

  it.each(["127.0.0.1", "::1"])("allows %s when loopback or private addresses are allowed", (address) => {
    assert.isUndefined(rejectionOf(address, allowLoopback))
    assert.isUndefined(rejectionOf(address, allowAll))
  })

  it.each(["10.1.2.3", "192.168.1.1", "100.64.0.1", "fd12::1"])(
    "allows %s only when private addresses are allowed",
    (address) => {
      assert.isUndefined(rejectionOf(address, allowAll))
      assert.isDefined(rejectionOf(address, allowLoopback))
    }
  )

  it.each([
    "169.254.169.254",
    "169.254.170.2",
    "fd00:ec2::254",
    "100.100.100.200",
    "168.63.129.16",
    "169.254.1.1",
    "fe80::1",
    "0.0.0.0",
    "224.0.0.1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::"
  ])("rejects %s under every policy", (address) => {
    assert.isDefined(rejectionOf(address, allowAll))
  })

  it.prop(
    "rejects every IPv4 address in each of its IPv6 notations",
    [Schema.Tuple([Byte, Byte, Byte, Byte])],
    ([bytes]) => {
      const [a, b, c, d] = bytes
      const [high, low] = [a * 256 + b, c * 256 + d]
      const notations = [
        [0, 0, 0, 0, 0, 0xffff, high, low],
        [0, 0, 0, 0, 0xffff, 0, high, low],
        [0x64, 0xff9b, 0, 0, 0, 0, high, low],
        [0x64, 0xff9b, 1, 0, 0, 0, high, low],
        [0x2002, high, low, 0, 0, 0, 0, 1],
        [0x2001, 0, 0x4136, 0xe378, 0x8000, 0x63bf, 0xffff - high, 0xffff - low]
      ]
      for (const groups of notations) assert.isDefined(rejectionOf(v6(groups), allowAll), v6(groups))
    }
  )

  it.prop(
    "rejects every IPv6 address outside the global unicast space",
    [Schema.Array(Group).check(Schema.isMinLength(8), Schema.isMaxLength(8))],
    ([groups]) => {
      const [first = 0, ...rest] = groups
      for (const bits of [0, 2, 3, 4, 5, 6, 7]) {
        const address = v6([(bits << 13) | (first & 0x1fff), ...rest])
        assert.isDefined(rejectionOf(address), address)
      }
    }
  )

  it.prop(
    "allows under a wider policy every address that a narrower one allows",
    [Schema.Tuple([Byte, Byte, Byte, Byte])],
    ([bytes]) => {
      const address = bytes.join(".")
      const policies = [publicOnly, allowLoopback, allowAll]
      const allowed = policies.map((policy) => rejectionOf(address, policy) === undefined)
      assert.deepStrictEqual(allowed, allowed.toSorted())
    }
  )
})

describe("parseTargetHost", () => {
  const hostOf = (url: string, policy = publicOnly) => parseTargetHost(new URL(url).hostname, policy)

  it.prop("normalises every notation of an IPv4 address", [Schema.Tuple([Byte, Byte, Byte, Byte])], ([bytes]) => {
    const [a, b, c, d] = bytes
    const number = ((a * 256 + b) * 256 + c) * 256 + d
    const plain = hostOf(`http://${bytes.join(".")}/`)
    const notations = [
      String(number),
      `0x${number.toString(16)}`,
      `0${number.toString(8)}`,
      bytes.map((byte) => `0${byte.toString(8)}`).join("."),
      bytes.map((byte) => `0x${byte.toString(16)}`).join("."),
      `${a}.${(b * 256 + c) * 256 + d}`,
      `${a}.${b}.${c * 256 + d}`,
      `${bytes.join(".")}.`
    ]
    for (const notation of notations) assert.deepStrictEqual(hostOf(`http://${notation}/`), plain, notation)
  })

  it("returns a name in lower case", () => {
    const host = Result.getOrThrow(hostOf("https://Receiver.Example/"))
    assert.deepStrictEqual(host, { _tag: "Name", name: "receiver.example" })
  })

  it("accepts localhost only when loopback is allowed", () => {
    assert.isTrue(Result.isSuccess(hostOf("http://localhost/", allowLoopback)))
    assert.isTrue(Result.isFailure(hostOf("http://localhost/")))
  })
})

describe("resolvedAddressRejection", () => {
  it("rejects a name for one private address among public ones, without naming the address", () => {
    const addresses = ["1.1.1.1", "10.0.0.7", "8.8.8.8"].map(NetAddress.ipFromStringUnsafe)
    assert.strictEqual(resolvedAddressRejection(addresses, publicOnly), "resolves to a private address")
  })
})

describe("targetRejection", () => {
  const addresses = (...texts: ReadonlyArray<string>) => texts.map(NetAddress.ipFromStringUnsafe)
  const own: EgressPolicy = {
    mode: "loopback",
    listenerPorts: new Set([8080]),
    localAddresses: new Set(["93.184.216.34", "127.0.0.1", "2606:4700::1"]),
    serviceHosts: new Set(["landfall.example.com"])
  }

  it.each([
    ["127.0.0.1", []],
    ["127.9.9.9", []],
    ["[::1]", []],
    ["localhost", ["127.0.0.1"]],
    ["receiver.example", ["::1"]],
    ["receiver.example", ["93.184.216.35", "127.0.0.1"]]
  ] as const)("rejects a port of Landfall on loopback, at %s %s, and allows other ports", (host, resolved) => {
    const message = `The host ${host} is this machine, where Landfall itself listens on port 8080. Use a URL that the public internet can reach.`
    assert.strictEqual(targetRejection(host, 8080, addresses(...resolved), own), message)
    assert.isUndefined(targetRejection(host, 8081, addresses(...resolved), own))
    assert.isUndefined(targetRejection(host, 8080, addresses(...resolved), { ...own, mode: "on" }))
  })

  it("rejects the other addresses of this machine and the hosts of the service unless the mode is on", () => {
    for (const mode of ["off", "loopback"] as const) {
      const policy = { ...own, mode }
      assert.include(targetRejection("93.184.216.34", 443, [], policy), "is an address of this machine")
      assert.include(targetRejection("[2606:4700::1]", 443, [], policy), "is an address of this machine")
      const resolved = addresses("93.184.216.34")
      assert.include(targetRejection("x.example", 443, resolved, policy), "resolves to an address of this machine")
      assert.include(targetRejection("landfall.example.com", 443, [], policy), "is the host of this service")
      assert.isUndefined(targetRejection("93.184.216.35", 443, [], policy))
    }
    assert.isUndefined(targetRejection("93.184.216.34", 443, [], { ...own, mode: "on" }))
    assert.isUndefined(targetRejection("landfall.example.com", 443, [], { ...own, mode: "on" }))
  })

  it("allows a port of Landfall on a public address", () => {
    assert.isUndefined(targetRejection("93.184.216.35", 8080, [], own))
  })
})
