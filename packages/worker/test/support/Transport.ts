import { AlertTransport, type TransportError, type WebhookResponse } from "@landfall/core/alerts/sending/AlertTransport"
import type { SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import * as UndiciTransport from "@landfall/worker/node/webhooks/UndiciTransport"
import { Effect, Layer } from "effect"
import { Dns, NetAddress } from "effect/net"
import { CurrentEgressPolicy, TargetResolver } from "../../src/node/egress/DnsEgressGuard.ts"
import { type EgressPolicy, publicOnly } from "../../src/node/egress/EgressPolicy.ts"

/** Allows the receivers of tests, which listen on loopback. */
export const publicAndLoopback: EgressPolicy = { ...publicOnly, mode: "loopback" }

/** A name server that returns these responses in turn, the last one repeatedly; `queries` are the names that it resolved. */
export const scriptedDns = (...responses: ReadonlyArray<ReadonlyArray<string>>) => {
  const queries: Array<string> = []
  const layer = Layer.succeed(
    Dns.Dns,
    Dns.make({
      lookup: (host) =>
        Effect.sync(() => {
          queries.push(host)
          const response = responses[Math.min(queries.length, responses.length) - 1] ?? []
          return response.map(NetAddress.ipFromStringUnsafe)
        })
    })
  )
  return { queries, layer }
}

/** A slow machine reaches neither: tests of these limits override them. */
const LONG_LIMITS = { deadlineMillis: 120_000, keepAliveMillis: 60_000 }

export const transportLayer = (
  settings: Partial<UndiciTransport.TransportSettings> = {},
  policy: EgressPolicy = publicAndLoopback,
  dns: Layer.Layer<Dns.Dns> = scriptedDns([]).layer
) =>
  UndiciTransport.layer({ ...UndiciTransport.defaultTransportSettings, ...LONG_LIMITS, ...settings }).pipe(
    Layer.provideMerge(TargetResolver.layer),
    Layer.provide([dns, CurrentEgressPolicy.layer(policy)])
  )

/** Posts a small JSON body. */
export const send = (
  url: string,
  headers: Record<string, string> = {}
): Effect.Effect<WebhookResponse, TransportError | SendPostponed, AlertTransport> =>
  Effect.flatMap(AlertTransport, (transport) =>
    transport.send({ url, headers: { "content-type": "application/json", ...headers }, body: '{"type":"test"}' })
  )
