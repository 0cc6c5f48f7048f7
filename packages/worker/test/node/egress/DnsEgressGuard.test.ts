import { assert, describe, it } from "@effect/vitest"
import { EgressGuard } from "@landfall/core/alerts/sending/EgressGuard"
import { Effect, Layer } from "effect"
import { Dns } from "effect/net"
import { TestClock } from "effect/testing"
import * as NodeEgressGuard from "../../../src/node/egress/DnsEgressGuard.ts"
import { type EgressPolicy, publicOnly } from "../../../src/node/egress/EgressPolicy.ts"
import { httpReceiver, readBody, tlsReceiver } from "../../support/Receivers.ts"
import { publicAndLoopback, scriptedDns, send, transportLayer } from "../../support/Transport.ts"

const guardLayer = (policy: EgressPolicy, dns: Layer.Layer<Dns.Dns>) =>
  NodeEgressGuard.layer.pipe(
    Layer.provide(NodeEgressGuard.TargetResolver.layer),
    Layer.provide([NodeEgressGuard.CurrentEgressPolicy.layer(policy), dns])
  )

const check = (url: string) => Effect.flatMap(EgressGuard, (guard) => guard.check(url))

const PUBLIC = "93.184.216.34"

describe("EgressGuard", () => {
  it.effect("accepts a name whose addresses are all public", () =>
    check("https://receiver.example/hooks").pipe(
      Effect.provide(guardLayer(publicOnly, scriptedDns([PUBLIC, "2606:2800:220:1::1"]).layer))
    )
  )

  it.effect("rejects a name when any of its addresses is not public", () =>
    Effect.gen(function* () {
      const rejection = yield* Effect.flip(check("https://receiver.example/hooks"))
      assert.strictEqual(rejection.url, "https://receiver.example/hooks")
      assert.strictEqual(
        rejection.message,
        "The host receiver.example resolves to a private address. Use a URL that the public internet can reach."
      )
    }).pipe(Effect.provide(guardLayer(publicOnly, scriptedDns([PUBLIC, "10.0.0.1"]).layer)))
  )

  it.effect("accepts a name that does not resolve", () =>
    check("https://receiver.example/hooks").pipe(Effect.provide(guardLayer(publicOnly, scriptedDns([]).layer)))
  )

  it.effect("accepts a name when the name server does not respond within 2 s", () =>
    Effect.gen(function* () {
      const silent = Layer.succeed(Dns.Dns, Dns.make({ lookup: () => Effect.never }))
      const checked = check("https://receiver.example/").pipe(Effect.provide(guardLayer(publicOnly, silent)))
      yield* Effect.all([checked, TestClock.adjust("2 seconds")], { concurrency: "unbounded" })
    })
  )

  it.effect.each([
    [
      "ftp://receiver.example/",
      "The URL must begin with https:// or http://, or with the scheme of a broker such as nats://."
    ],
    ["no url", "The URL must be an absolute URL, such as https://example.com/webhooks."],
    ["http://localhost/", "The host localhost is this machine itself."],
    ["http://api.localhost/", "The host api.localhost is this machine itself."],
    ["http://receiver.example./", "The host receiver.example. must not end with a dot."],
    ["http://localhost./", "The host localhost. must not end with a dot."],
    ["http://2130706433/", "The host 127.0.0.1 is a loopback address."],
    ["http://0x7f.1/", "The host 127.0.0.1 is a loopback address."],
    ["http://0177.0.0.1/", "The host 127.0.0.1 is a loopback address."],
    ["http://127.1/", "The host 127.0.0.1 is a loopback address."],
    ["http://127.0.0.1./", "The host 127.0.0.1 is a loopback address."],
    ["http://①②⑦.0.0.1/", "The host 127.0.0.1 is a loopback address."],
    ["http://[::ffff:10.0.0.1]/", "The host [::ffff:a00:1] is an IPv4 address in IPv6 form."],
    ["http://[::1]/", "The host [::1] is a loopback address."],
    ["http://[64:ff9b::a9fe:a9fe]/", "The host [64:ff9b::a9fe:a9fe] is a NAT64 address."],
    ["http://169.254.169.254/latest/meta-data/", "The host 169.254.169.254 is a cloud metadata address."]
  ] as const)("rejects %s", ([url, sentence]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(check(url))
      assert.isTrue(message.startsWith(sentence), message)
    }).pipe(Effect.provide(guardLayer(publicOnly, scriptedDns([PUBLIC]).layer)))
  )
})

describe("a connection", () => {
  const listening = httpReceiver(readBody((_body, _request, response) => response.end("ok")))

  it.live.each([
    "127.0.0.1",
    "2130706433",
    "0x7f000001",
    "017700000001",
    "127.1",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::7f00:1]",
    "[64:ff9b::7f00:1]",
    "0.0.0.0",
    "[::]",
    "localhost",
    "receiver.example"
  ])("to this machine as %s is rejected when only the public internet is allowed", (host) =>
    Effect.gen(function* () {
      const receiver = yield* listening
      const dns = scriptedDns(["127.0.0.1"])
      const error = yield* Effect.flip(send(`http://${host}:${receiver.port}/`)).pipe(
        Effect.provide(transportLayer({}, publicOnly, dns.layer))
      )
      assert.strictEqual(error.reason, "target_rejected")
      assert.strictEqual(receiver.sockets.length, 0)
    })
  )

  it.live.each(["127.0.0.1", "receiver.example"])(
    "to a port of %s that the operator does not allow is rejected",
    (host) =>
      Effect.gen(function* () {
        const [receiver, other] = [yield* listening, yield* listening]
        const ports = [{ first: other.port, last: other.port }]
        const { layer } = scriptedDns(["127.0.0.1"])
        yield* Effect.gen(function* () {
          const error = yield* Effect.flip(send(`http://${host}:${receiver.port}/`))
          assert.strictEqual(error.reason, "target_rejected")
          assert.strictEqual(
            error.message,
            `The port ${receiver.port} is not among the ports that alerts may be sent to (${other.port}).`
          )
          assert.strictEqual((yield* Effect.flip(check(`http://${host}:${receiver.port}/`))).message, error.message)
          assert.strictEqual((yield* send(`http://${host}:${other.port}/`)).status, 200)
          yield* check(`http://${host}:${other.port}/`)
        }).pipe(
          Effect.provide(
            NodeEgressGuard.layer.pipe(Layer.provideMerge(transportLayer({}, { ...publicAndLoopback, ports }, layer)))
          )
        )
        assert.strictEqual(receiver.sockets.length, 0)
      })
  )

  it.live("is rejected when a name that passed the guard now resolves to a private address", () => {
    const dns = scriptedDns([PUBLIC], ["127.0.0.1"])
    return Effect.gen(function* () {
      const receiver = yield* listening
      const url = `http://rebinding.example:${receiver.port}/`
      yield* check(url)
      const error = yield* Effect.flip(send(url))
      assert.strictEqual(error.reason, "target_rejected")
      assert.strictEqual(receiver.sockets.length, 0)
    }).pipe(Effect.provide(NodeEgressGuard.layer.pipe(Layer.provideMerge(transportLayer({}, publicOnly, dns.layer)))))
  })

  it.live("uses the address that was checked: it resolves its name once", () => {
    const dns = scriptedDns(["127.0.0.1"], ["192.0.2.1"])
    return Effect.gen(function* () {
      const receiver = yield* listening
      const response = yield* send(`http://rebinding.example:${receiver.port}/`)
      assert.strictEqual(response.status, 200)
      assert.deepStrictEqual(dns.queries, ["rebinding.example"])
    }).pipe(Effect.provide(transportLayer({}, publicAndLoopback, dns.layer)))
  })

  it.live("requests and verifies the certificate of the name, not of the address", () => {
    const names: Array<string> = []
    const dns = scriptedDns(["127.0.0.1"])
    return Effect.gen(function* () {
      const receiver = yield* tlsReceiver((name) => names.push(name))
      const error = yield* Effect.flip(send(`https://receiver.test:${receiver.port}/`))
      assert.strictEqual(error.reason, "tls")
      assert.strictEqual(error.message, `The TLS certificate of receiver.test:${receiver.port} is self-signed.`)
      assert.deepStrictEqual(names, ["receiver.test"])
    }).pipe(Effect.provide(transportLayer({}, publicAndLoopback, dns.layer)))
  })

  it.live("tries every address of a name", () => {
    const dns = scriptedDns(["::1", "127.0.0.1"])
    return Effect.gen(function* () {
      const receiver = yield* listening
      assert.strictEqual((yield* send(`http://receiver.test:${receiver.port}/`)).status, 200)
    }).pipe(Effect.provide(transportLayer({}, publicAndLoopback, dns.layer)))
  })
})
