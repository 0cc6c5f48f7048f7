import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Running, start } from "../support/Command.ts"
import { eventually } from "../support/Eventually.ts"
import { type Listener, listenTcp } from "../support/Listener.ts"
import { webSocketServer } from "../support/WebSocketServers.ts"

const SENTENCE = "!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A"

let folder = ""
let server: Running | undefined
let standby: Listener | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-failover-"))
})
afterEach(async () => {
  server?.child.kill("SIGKILL")
  await server?.ended
  standby?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe("landfall serve with a source that is connected and silent", () => {
  it.live("reports it, and receives its stand-by", () =>
    Effect.gen(function* () {
      const primary = yield* webSocketServer(() => undefined)
      standby = yield* Effect.promise(() => listenTcp([SENTENCE]))
      const standbyName = `tcp://127.0.0.1:${standby.port}`
      server = start(folder, ["serve"], {
        PORT: "0",
        LANDFALL_API_KEY: "a-key-for-these-tests",
        LANDFALL_METRICS: "on",
        LANDFALL_AIS: `aisstream+${primary.url}|${standbyName}`,
        LANDFALL_AIS_SILENCE: "5",
        LANDFALL_AISSTREAM_KEY: "key-of-aisstream"
      })
      const { printed, warned } = server
      const line = yield* Effect.promise(() => warned(/(aisstream\+\S+ is connected, but has sent no .*takes over\.)/))
      assert.match(line, /no vessel report for [5-9] s\. Its stand-by tcp:\/\/127\.0\.0\.1:\d+ takes over\.$/)
      const url = /http:\/\/[\d.]+:\d+/.exec(yield* Effect.promise(() => printed(/Database .*\n/)))?.[0]
      const metrics = yield* Effect.promise(() =>
        eventually(
          async () => (await fetch(`${url}/metrics`)).text(),
          (text) => text.includes(`landfall_ais_reports_total{source="${standbyName}"} 1`)
        )
      )
      const valueOf = (name: string, source: string) =>
        new RegExp(`^landfall_ais_${name}\\{source="${source.replace(/[+.|]/g, "\\$&")}"\\} (\\d+)`, "m").exec(
          metrics
        )?.[1]
      const primaryName = `aisstream+${primary.url}`
      assert.deepStrictEqual(
        ["silences_total", "source_silent", "source_connected", "source_running", "positions_total"].map((name) => [
          valueOf(name, primaryName),
          valueOf(name, standbyName)
        ]),
        [
          ["1", "0"],
          ["1", "0"],
          ["1", "1"],
          ["1", "1"],
          ["0", "1"]
        ]
      )
    }).pipe(Effect.scoped)
  )
})
