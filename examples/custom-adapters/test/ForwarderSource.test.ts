import { once } from "node:events"
import { createServer } from "node:http"
import { it } from "@effect/vitest"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { type SourceRule, trackingSourceContract } from "@landfall/testing/contract/tracking/TrackingSourceContract"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import * as ForwarderSource from "../src/ForwarderSource.ts"

const KEY = "a-key-that-nobody-else-has"
const KNOWN = "MSKU7194304"
const move = { planned: false, vessel: "EVER GIVEN", voyage: "1170W" }
const MOVES = [
  { ...move, id: "1", at: "2026-01-05T08:00:00Z", what: "loaded", port: "CNSHA" },
  { ...move, id: "2", at: "2026-02-05T08:00:00Z", what: "discharged", port: "DEHAM", planned: true }
]

/** A forwarder on loopback, whose status a test can change. */
const startForwarder = Effect.acquireRelease(
  Effect.promise(async () => {
    const state = { status: 200 }
    const server = createServer((request, response) => {
      const status = state.status !== 200 ? state.status : request.headers["x-key"] !== KEY ? 401 : 200
      if (status !== 200) response.writeHead(status).end()
      else if (request.url === `/containers/${KNOWN}`) response.end(JSON.stringify({ moves: MOVES }))
      else response.writeHead(404).end()
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    return { state, server, baseUrl: `http://127.0.0.1:${port}` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

const rule: SourceRule = (title, run) =>
  it.live(title, () =>
    Effect.gen(function* () {
      const { baseUrl, state } = yield* startForwarder
      const respondWith = (status: number) =>
        Effect.sync(() => {
          state.status = status
        })
      const scac = Scac.make("FWDR")
      yield* run({
        known: { scac, number: KNOWN, kind: "CT" },
        unknown: { scac, number: "MSKU9999990", kind: "CT" },
        secrets: [KEY],
        revoke: respondWith(403),
        fail: respondWith(500)
      }).pipe(
        Effect.provide(ForwarderSource.layer({ baseUrl, key: Redacted.make(KEY) })),
        Effect.provide(FetchHttpClient.layer)
      )
    })
  )

trackingSourceContract("a forwarder", rule)
