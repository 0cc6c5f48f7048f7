import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe } from "@effect/vitest"
import { type PostgresServer, postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { afterAll, afterEach, beforeAll, beforeEach, it } from "vitest"
import { type Running, run, start } from "../support/Command.ts"
import { eventually } from "../support/Eventually.ts"
import { type Listener, listenTcp } from "../support/Listener.ts"

const SENTENCE = "!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A"

const noPostgres = await postgresUnavailableReason()
if (noPostgres !== undefined) console.log(`skipped, AIS in parts on Postgres: ${noPostgres}`)

let postgres: PostgresServer | undefined
let source: Listener | undefined
let folder = ""
const processes: Array<Running> = []

beforeAll(async () => {
  if (noPostgres === undefined) postgres = await startPostgres({ durable: false })
})
afterAll(() => postgres?.destroy())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-parts-"))
})
afterEach(async () => {
  for (const { child } of processes) child.kill("SIGKILL")
  for (const { ended } of processes.splice(0)) await ended
  source?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe("processes with LANDFALL_AIS_PARTS", () => {
  it.skipIf(noPostgres !== undefined)(
    "share the parts, show them in /metrics and doctor, and take over those of a process that stops",
    async () => {
      source = await listenTcp([SENTENCE])
      const settings = {
        PORT: "0",
        LANDFALL_DATABASE_URL: (await postgres?.makeDatabase("parts")) ?? "",
        LANDFALL_API_KEY: "a-key-for-these-tests",
        LANDFALL_SECRETS_KEY: "a-secrets-key-for-these-tests",
        LANDFALL_METRICS: "on",
        LANDFALL_AIS: `tcp://127.0.0.1:${source.port}`,
        LANDFALL_AIS_PARTS: "2"
      }
      const startServer = () => {
        const server = start(folder, ["serve"], settings)
        processes.push(server)
        return server
      }
      const findingOfParts = async () => {
        const { stdout } = await run(folder, ["doctor", "--json"], settings)
        return /\{[^{}]*"AIS parts"[^{}]*\}/.exec(stdout)?.[0] ?? stdout
      }
      const first = startServer()
      const url = /http:\/\/[\d.]+:\d+/.exec(await first.printed(/Database .*\n/))?.[0]
      const heldBy = (values: string) =>
        eventually(
          async () => {
            const text = await (await fetch(`${url}/metrics`)).text()
            return [...text.matchAll(/^landfall_ais_part_held\{part="\d"\} (\d)/gm)].map(([, value]) => value).join()
          },
          (value) => value === values
        )
      await heldBy("1,1")
      assert.include(await findingOfParts(), "The 2 parts are detected by one process.")
      const second = startServer()
      await Promise.all([
        first.warned(/(handed over part \d of 2)/),
        second.warned(/(took over part \d of 2 with \d vessels? from storage)/)
      ])
      assert.include(await findingOfParts(), "The 2 parts are detected by 2 processes.")
      second.child.kill("SIGTERM")
      await first.warned(/(took over part \d of 2)/)
      await heldBy("1,1")
    }
  )
})
