import { assert, describe, it } from "@effect/vitest"
import { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import { brokerHeaderRejection } from "@landfall/core/alerts/targets/BrokerHeaders"
import { parseTargetSchemes, type TargetProtocol } from "@landfall/core/alerts/targets/TargetScheme"
import { Effect, Result } from "effect"
import { selectTransport } from "../../src/service/network/TransportSelection.ts"

const named = (status: number) =>
  AlertTransport.of({
    send: () => Effect.succeed({ status, body: "", retryAfterMillis: undefined, responseStartMillis: 0 })
  })

const transports = new Map<TargetProtocol, AlertTransport["Service"]>([
  ["http", named(201)],
  ["nats", named(202)]
])

describe("selectTransport", () => {
  const transport = selectTransport(new Set(["https", "nats", "amqp"]), transports)
  const send = (url: string) => transport.send({ url, headers: {}, body: "" })

  it.effect("sends by the transport of the protocol", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("HTTPS://a.example/")).status, 201)
      assert.strictEqual((yield* send("nats://a.example/b")).status, 202)
    })
  )

  it.effect("postpones what is not enabled, and names the setting", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(send("nats+tls://a.example/b"))
      assert.deepInclude(error, { _tag: "SendPostponed", reason: "egress_policy" })
      assert.strictEqual(
        error.message,
        "The scheme nats+tls:// is not enabled on this server. Use https:// or nats:// or amqp://, or let the operator add nats+tls to LANDFALL_TARGET_SCHEMES."
      )
      assert.deepInclude(yield* Effect.flip(send("http://a.example/")), { _tag: "SendPostponed" })
      assert.deepInclude(yield* Effect.flip(send("amqp://u:p@a.example/v/queues/q")), { _tag: "SendPostponed" })
      assert.deepInclude(yield* Effect.flip(send("ftp://a.example/")), { reason: "target_rejected" })
    })
  )
})

describe("parseTargetSchemes", () => {
  it("reads a list, each scheme once, and rejects others", () => {
    assert.deepStrictEqual(Result.getOrThrow(parseTargetSchemes("https, NATS,nats")), ["https", "nats"])
    assert.include(Result.getOrThrow(Result.flip(parseTargetSchemes("https,ftp"))), '"ftp" is none of them')
    assert.include(Result.getOrThrow(Result.flip(parseTargetSchemes(","))), "it names none")
  })
})

describe("brokerHeaderRejection", () => {
  it.each([
    ["https://a.example/", ["nats-msg-id", "cc"], undefined],
    ["nats://a.example/b", ["x-own"], undefined],
    ["nats://a.example/b", ["Nats-Msg-Id"], /NATS interprets headers/],
    ["amqp://u:p@a.example/v/queues/q", ["BCC"], /copies/],
    ["sqs://k:s@sqs.eu-west-1.amazonaws.com/123456789012/q", ["x!"], /attributes of SQS/],
    ["sqs://k:s@sqs.eu-west-1.amazonaws.com/123456789012/q", ["a", "b", "c", "d", "e"], /at most 4/]
  ])("for %s and %j", (url, names, expected) => {
    const rejection = brokerHeaderRejection(url, names)
    if (expected === undefined) assert.isUndefined(rejection)
    else assert.match(rejection ?? "accepted", expected)
  })
})
