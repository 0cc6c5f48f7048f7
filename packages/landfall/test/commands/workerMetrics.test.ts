import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { run, start } from "../support/Command.ts"
import { converse } from "../support/RawSocket.ts"

const inFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-worker-metrics-"))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const read = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, text: await response.text() }
}

describe("the metrics of a worker", () => {
  it("are served on the address of the setting, with the health checks and nothing else", () =>
    inFolder(async (folder) => {
      const worker = start(folder, ["worker"], { LANDFALL_METRICS: "127.0.0.1:0" })
      try {
        const address = new URL(await worker.warned(/Metrics are served at (http\S+)\/metrics/))
        const { status, text } = await read(`${address.origin}/metrics`)
        assert.strictEqual(status, 200)
        for (const name of [
          'landfall_delivery_attempts_total{outcome="succeeded"} 0',
          "landfall_deliveries_due 0",
          "landfall_storage_up 1",
          "landfall_worker_storage_up 1"
        ])
          assert.include(text, name)
        assert.strictEqual((await read(`${address.origin}/healthz`)).status, 200)
        const readiness = await read(`${address.origin}/readyz`)
        assert.strictEqual(readiness.status, 200)
        assert.deepInclude(JSON.parse(readiness.text), { status: "ready", database: "ok", worker: "ok" })
        assert.strictEqual((await read(`${address.origin}/webhook/api/v1/endpoint`)).status, 404)
        // As on the address of the service, a connection has at most 32 requests in progress.
        const requests = "GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n"
        assert.isAtMost((await Effect.runPromise(converse(address.origin, [requests.repeat(500)]))).length, 32)
        assert.strictEqual((await read(`${address.origin}/healthz`)).status, 200)

        const second = await run(folder, ["worker"], { LANDFALL_METRICS: address.host })
        assert.strictEqual(second.code, 1)
        assert.include(
          second.stderr,
          `landfall: LANDFALL_METRICS names ${address.host}, where metrics cannot be served: another process listens there.`
        )
      } finally {
        worker.child.kill("SIGTERM")
        await worker.ended
      }
    }))

  it("need a separate address, which the log states", () =>
    inFolder(async (folder) => {
      const worker = start(folder, ["worker"], { LANDFALL_METRICS: "on" })
      try {
        assert.include(await worker.warned(/(a worker has none[^"]*)/), "such as 127.0.0.1:9464")
      } finally {
        worker.child.kill("SIGTERM")
        await worker.ended
      }
    }))
})
