import { it } from "@effect/vitest"
import {
  alertTransportContract,
  type ReceivedMessage,
  type TransportHarness
} from "@landfall/testing/contract/alerts/AlertTransportContract"
import { Effect } from "effect"
import { httpReceiver, readBody } from "../../support/Receivers.ts"
import { transportLayer } from "../../support/Transport.ts"

/** A receiver that accepts what is posted to /hook, and nothing else. */
const makePlant = Effect.gen(function* () {
  const messages: Array<ReceivedMessage> = []
  const { port } = yield* httpReceiver(
    readBody((body, { url, headers }, response) => {
      const isKnown = url === "/hook"
      const single = Object.entries(headers).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : []
      )
      if (isKnown) messages.push({ headers: Object.fromEntries(single), body })
      response.writeHead(isKnown ? 204 : 404).end()
    })
  )
  const harness: TransportHarness = {
    target: { url: `http://127.0.0.1:${port}/hook` },
    rejecting: { url: `http://127.0.0.1:${port}/unknown` },
    closed: { url: "http://127.0.0.1:1/hook" },
    received: Effect.sync(() => [...messages])
  }
  return harness
})

alertTransportContract("HTTP", (title, rule) =>
  it.live(title, () => Effect.scoped(Effect.flatMap(makePlant, rule)).pipe(Effect.provide(transportLayer())))
)
