import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { IpNetwork, NetAddress } from "effect/net"
import { clientAddress } from "../../src/edge/ClientAddress.ts"
import { applyForwarding, type ProxyTrust } from "../../src/edge/ProxyTrust.ts"

const networks = ["10.0.0.0/8", "::1/128"].map(IpNetwork.fromStringUnsafe)
const PROXY = "10.0.0.1"

/** The client, the host and the protocol of a request as handlers see them. */
const observed = (trust: ProxyTrust, peer: string, headers: Record<string, string>) => {
  const request = HttpServerRequest.fromWeb(
    new Request("http://landfall.test/", { headers: { host: "landfall.test", ...headers } })
  ).modify({ remoteAddress: Option.some(peer) })
  return Effect.gen(function* () {
    let found: readonly [string, string | undefined, string | undefined] | undefined
    const handler = Effect.gen(function* () {
      const { headers, protocol } = yield* HttpServerRequest.HttpServerRequest
      const address = Option.match(yield* clientAddress, { onNone: () => "none", onSome: NetAddress.formatIp })
      found = [address, headers.host, protocol]
      return HttpServerResponse.empty()
    })
    yield* Effect.provideService(applyForwarding(trust)(handler), HttpServerRequest.HttpServerRequest, request)
    return found
  })
}

const xForwarded: ProxyTrust = { networks, headers: "x-forwarded" }
const forwarded: ProxyTrust = { networks, headers: "forwarded" }

const Octet = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
const Address = Schema.Tuple([Octet, Octet, Octet, Octet])

describe("the client of a request", () => {
  it.effect("is the address that a trusted proxy forwards, behind any number of trusted proxies", () =>
    Effect.gen(function* () {
      const headers = {
        "x-forwarded-for": "6.6.6.6, 198.51.100.7, 10.9.9.9",
        "x-forwarded-host": "forged.test, api.example.com, inner",
        "x-forwarded-proto": "http, https, http"
      }
      assert.deepStrictEqual(yield* observed(xForwarded, PROXY, headers), ["198.51.100.7", "api.example.com", "https"])
      const { "x-forwarded-for": _, ...rest } = headers
      const same =
        "for=6.6.6.6;host=forged.test;proto=http, For=198.51.100.7;Host=api.example.com;Proto=https, for=10.9.9.9"
      assert.deepStrictEqual(yield* observed(forwarded, PROXY, { ...rest, forwarded: same }), [
        "198.51.100.7",
        "api.example.com",
        "https"
      ])
    })
  )

  it.effect("is an IPv6 address of a quoted, bracketed element, and IPv4 where the system writes IPv6", () =>
    Effect.gen(function* () {
      const [address] = (yield* observed(forwarded, "::1", { forwarded: 'for="[2001:db8:cafe::17]:4711"' })) ?? []
      assert.strictEqual(address, "2001:db8:cafe::17")
      const [mapped] = (yield* observed(xForwarded, "::ffff:192.0.2.1", {})) ?? []
      assert.strictEqual(mapped, "192.0.2.1")
    })
  )

  it.effect.prop("is never read from the headers of an untrusted peer", [Address, Address], ([peer, forged]) =>
    Effect.gen(function* () {
      if (peer[0] === 10) return
      const headers = {
        "x-forwarded-for": forged.join("."),
        "x-forwarded-host": "forged.test",
        "x-forwarded-proto": "https",
        forwarded: `for=${forged.join(".")};host=forged.test;proto=https`
      }
      for (const trust of [xForwarded, forwarded, { ...xForwarded, networks: [] }]) {
        assert.deepStrictEqual((yield* observed(trust, peer.join("."), headers))?.slice(0, 2), [
          peer.join("."),
          "landfall.test"
        ])
      }
    })
  )

  it.effect("is never read from the other family of headers, which a proxy passes on unread", () =>
    Effect.gen(function* () {
      const both = { "x-forwarded-for": "198.51.100.7", forwarded: "for=203.0.113.9" }
      assert.strictEqual((yield* observed(xForwarded, PROXY, both))?.[0], "198.51.100.7")
      assert.strictEqual((yield* observed(forwarded, PROXY, both))?.[0], "203.0.113.9")
      const found = yield* observed(forwarded, PROXY, { "x-forwarded-for": "198.51.100.7" })
      assert.strictEqual(found?.[0], PROXY, "a proxy that forwards nothing is the caller")
    })
  )

  it.effect("is unknown when a trusted proxy hides its address, and never the proxy", () =>
    Effect.gen(function* () {
      for (const header of ["nonsense", "", "for=unknown", "for=_hidden", "proto=https", "for=unknown, for=10.9.9.9"]) {
        assert.strictEqual((yield* observed(forwarded, PROXY, { forwarded: header }))?.[0], "none", header)
      }
      for (const header of ["nonsense", "", ",", "unknown", "198.51.100.7, unknown", "198.51.100.7, -, 10.9.9.9"]) {
        assert.strictEqual((yield* observed(xForwarded, PROXY, { "x-forwarded-for": header }))?.[0], "none", header)
      }
    })
  )

  it.effect("is known behind a proxy on a link-local address, which sockets write with its zone", () =>
    Effect.gen(function* () {
      const trust: ProxyTrust = { networks: [IpNetwork.fromStringUnsafe("fe80::/10")], headers: "x-forwarded" }
      const headers = { "x-forwarded-for": "198.51.100.7" }
      assert.strictEqual((yield* observed(trust, "fe80::1%eth0", headers))?.[0], "198.51.100.7")
      assert.strictEqual((yield* observed(xForwarded, "fe80::1%eth0", headers))?.[0], "fe80::1")
    })
  )
})
