import { AlertTransport, type TransportError, type WebhookResponse } from "@landfall/core/alerts/sending/AlertTransport"
import * as UndiciTransport from "@landfall/worker/node/UndiciTransport"
import { Effect, Layer } from "effect"
import { Dns, NetAddress } from "effect/net"
import { TargetResolver } from "../../src/node/DnsEgressGuard.ts"
import { type EgressPolicy, publicOnly } from "../../src/node/EgressPolicy.ts"

/** Reaches the receivers of tests, which listen on this machine. */
export const loopbackToo: EgressPolicy = { ...publicOnly, allowLoopback: true }

/** A name server that gives its answers in turn, and the last one for ever; `asked` are the names it was asked for. */
export const turningDns = (...turns: ReadonlyArray<ReadonlyArray<string>>) => {
  const asked: Array<string> = []
  const layer = Layer.succeed(
    Dns.Dns,
    Dns.make({
      lookup: (host) =>
        Effect.sync(() => {
          asked.push(host)
          const turn = turns[Math.min(asked.length, turns.length) - 1] ?? []
          return turn.map(NetAddress.ipFromStringUnsafe)
        })
    })
  )
  return { asked, layer }
}

export const transportLayer = (
  settings: Partial<UndiciTransport.TransportSettings> = {},
  policy: EgressPolicy = loopbackToo,
  dns: Layer.Layer<Dns.Dns> = turningDns([]).layer
) =>
  UndiciTransport.layer({ ...UndiciTransport.defaultTransportSettings, ...settings }).pipe(
    Layer.provideMerge(TargetResolver.layer(policy)),
    Layer.provide(dns)
  )

/** Posts a small body. */
export const send = (
  url: string,
  headers: Record<string, string> = {}
): Effect.Effect<WebhookResponse, TransportError, AlertTransport> =>
  Effect.flatMap(AlertTransport, (transport) =>
    transport.send({ url, headers: { "content-type": "application/json", ...headers }, body: '{"type":"test"}' })
  )
