import { assert, describe, it } from "@effect/vitest"
import { parseIpNetwork } from "@landfall/core/net/IpNetworks"
import { Option, Schema } from "effect"
import { NetAddress } from "effect/net"
import { forwardedClient, hopsOfForwarded, hopsOfXForwarded, parseNode } from "../../src/edge/ForwardedClient.ts"
import { parseForwarded } from "../../src/edge/ForwardedHeader.ts"

const proxies = ["10.0.0.0/8", "fd00::/8", "::ffff:192.168.0.0/112"].map((text) =>
  Option.getOrThrow(parseIpNetwork(text))
)

const intBetween = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Octet = intBetween(0, 255)
const Segment = intBetween(0, 0xffff)

/** An address with its family, by the numbers of which it consists. */
const Address = Schema.Struct({
  isIpv6: Schema.Boolean,
  octets: Schema.Tuple([Octet, Octet, Octet]),
  segments: Schema.Tuple([Segment, Segment, Segment])
})
/** One of the forms in which proxies write the same address. */
const Form = Schema.Struct({
  isMapped: Schema.Boolean,
  isUpperCase: Schema.Boolean,
  hasBrackets: Schema.Boolean,
  port: Schema.Literals(["", ":0", ":4711", ":65535", ":_port"]),
  blanks: Schema.Literals(["", " ", "\t", " \t "])
})
const Node = Schema.Struct({ address: Address, form: Form })
/** What a client can write into a header: bytes that Node accepts in one. */
const Forged = Schema.String.check(Schema.isPattern(/^[\t\x20-\x7e\x80-\xff]{0,60}$/u))

const hex = (segments: ReadonlyArray<number>) => segments.map((segment) => segment.toString(16)).join(":")

/** The address as it is written without ports: of a proxy (10.x, fd00:x, 192.168.x) or of a client elsewhere. */
const textOf = ({ isIpv6, octets, segments }: typeof Address.Type, kind: "proxy" | "client"): string => {
  const [a, b, c] = octets
  if (isIpv6) return `${kind === "proxy" ? "fd00" : "2001:db8"}:${hex(segments)}::1`
  if (kind === "client") return `198.51.${b}.${c}`
  return a % 2 === 0 ? `10.${a}.${b}.${c}` : `192.168.${b}.${c}`
}

const writtenAs = (address: string, { isMapped, isUpperCase, hasBrackets, port, blanks }: typeof Form.Type): string => {
  const isIpv6 = address.includes(":") || isMapped
  const cased = isUpperCase ? address.toUpperCase() : address
  const written = isIpv6 && !address.includes(":") ? `::ffff:${address}` : cased
  const needsBrackets = isIpv6 && (hasBrackets || port !== "")
  return `${blanks}${needsBrackets ? `[${written}]` : written}${port}${blanks}`
}

const canonical = (text: string) => NetAddress.formatIp(NetAddress.ipFromStringUnsafe(text))
const formatted = (address: Option.Option<NetAddress.IpAddress>) =>
  Option.getOrNull(Option.map(address, NetAddress.formatIp))
const clientOf = (header: string) =>
  formatted(forwardedClient(hopsOfXForwarded(header, undefined, undefined), proxies).address)

const quote = (value: string) => `"${value.replaceAll(/["\\\\]/g, "\\$&")}"`

describe("the client of a forwarded request", () => {
  it.prop(
    "is the address that the first trusted proxy appended, in whatever form, whatever the client wrote before it",
    [Schema.Array(Forged), Node, Schema.Array(Node)],
    ([forged, client, behind]) => {
      const expected = canonical(textOf(client.address, "client"))
      const written = writtenAs(textOf(client.address, "client"), client.form)
      const forwarded = behind.map(({ address, form }) => writtenAs(textOf(address, "proxy"), form))
      assert.strictEqual(clientOf([...forged, written, ...forwarded].join(",")), expected)
      const elements = [...forwarded.map((node) => `for=${quote(node.trim())}`)]
      const header = [`for=${quote(written.trim())};proto=https`, ...elements].join(", ")
      const found = forwardedClient(hopsOfForwarded(parseForwarded(header) ?? []), proxies)
      assert.deepStrictEqual([formatted(found.address), found.protocol], [expected, "https"])
    }
  )

  it.prop("is the first hop when every address is of a trusted proxy", [Schema.NonEmptyArray(Node)], ([nodes]) => {
    const [first] = nodes
    const header = nodes.map(({ address, form }) => writtenAs(textOf(address, "proxy"), form)).join(",")
    assert.strictEqual(clientOf(header), canonical(textOf(first.address, "proxy")))
  })

  it.prop(
    "is unknown when a trusted proxy appended something else than an address",
    [Schema.Array(Forged), Forged, Schema.Array(Node)],
    ([forged, garbage, behind]) => {
      const entry = garbage.replaceAll(",", " ").trim()
      if (entry === "" || Option.isSome(parseNode(entry))) return
      const forwarded = behind.map(({ address, form }) => writtenAs(textOf(address, "proxy"), form))
      assert.isNull(clientOf([...forged, entry, ...forwarded].join(",")))
    }
  )

  it.prop("is an address or unknown for any header, and no header throws", [Forged, Forged, Forged], ([a, b, c]) => {
    const { address, host, protocol } = forwardedClient(hopsOfXForwarded(a, b, c), proxies)
    if (Option.isSome(address)) assert.strictEqual(canonical(NetAddress.formatIp(address.value)), formatted(address))
    if (host !== undefined) assert.isTrue(URL.canParse(`http://${host}`))
    assert.include([undefined, "http", "https"], protocol)
    forwardedClient(hopsOfForwarded(parseForwarded(a) ?? []), proxies)
  })

  it("is found behind as many hops as fit into a header", () => {
    const hops = Array.from({ length: 1_000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
    assert.strictEqual(clientOf(["198.51.100.7", ...hops].join(",")), "198.51.100.7")
    assert.strictEqual(clientOf(hops.join(",")), "10.0.0.0")
    assert.strictEqual(clientOf(",".repeat(16_000)), null)
  })

  it("has no address that is written in another way", () => {
    for (const text of [
      "192.0.2",
      "192.0.2.1.1",
      "192.0.2.01",
      "192.0.2.256",
      "0xc0.0.2.1",
      "3221225985",
      "192.0.2.1:",
      "192.0.2.1:123456",
      "192.0.2.1:80:80",
      "192.0.2.1/32",
      "[192.0.2.1]",
      "[2001:db8::1",
      "2001:db8::1]",
      "[2001:db8::1]4711",
      "[[2001:db8::1]]",
      "2001:db8::1::2",
      "2001:db8::g",
      '"192.0.2.1"',
      "for=192.0.2.1",
      "192.0.2.1 192.0.2.2",
      "localhost",
      "unknown",
      "_hidden",
      "-"
    ]) {
      assert.isTrue(Option.isNone(parseNode(text)), text)
    }
  })

  it("has the host and protocol of its hop, where they are valid and as many as the addresses", () => {
    const hostOf = (hosts: string, protos = "https, http") => {
      const { host, protocol } = forwardedClient(hopsOfXForwarded("198.51.100.7, 10.0.0.1", hosts, protos), proxies)
      return [host, protocol]
    }
    assert.deepStrictEqual(hostOf("api.example.com:8443, inner"), ["api.example.com:8443", "https"])
    assert.deepStrictEqual(hostOf("[2001:db8::1]:8443, inner", "HTTPS,http"), ["[2001:db8::1]:8443", "https"])
    assert.deepStrictEqual(hostOf("api.example.com"), [undefined, "https"])
    assert.deepStrictEqual(hostOf("forged, api.example.com, inner", "https"), [undefined, undefined])
    for (const host of ["api.example.com/path", "user@api.example.com", "a b", "api:99999", "[::g]", "a:b:c"])
      assert.deepStrictEqual(hostOf(`${host}, inner`, "ftp, http"), [undefined, undefined], host)
  })
})
