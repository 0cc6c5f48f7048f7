import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { run } from "../support/Command.ts"
import { CLOSED_PORT } from "../support/Listener.ts"
import { PRIVATE, PROVOKED, runMonitoredService, type Shown } from "../support/MonitoredService.ts"

const base64 = (text: string): string => Buffer.from(text).toString("base64").replace(/=+$/, "")

/** Fails when a text shows anything private, as it is or in base64. */
const assertNothingPrivate = (where: string, text: string) => {
  for (const [name, value] of Object.entries(PRIVATE)) {
    for (const form of [value, base64(value), encodeURIComponent(value)]) {
      const at = text.indexOf(form)
      if (at >= 0) assert.fail(`${where} shows ${name}: …${text.slice(Math.max(0, at - 300), at + 100)}…`)
    }
  }
}

const assertSafe = ({ log, output, exported, metrics }: Shown) => {
  assertNothingPrivate("The log", log)
  assertNothingPrivate("Standard output", output)
  assertNothingPrivate("/metrics", metrics)
  for (const [signal, bodies] of Object.entries(exported)) assertNothingPrivate(`The export of ${signal}`, bodies)
}

/** The run reached the paths that it is about: a test that finds nothing in nothing proves nothing. */
const assertProvoked = ({ log, exported, metrics, collectorKey, endpointId }: Shown) => {
  assert.strictEqual(collectorKey, PRIVATE.collectorKey)
  for (const text of [log, exported.logs]) {
    assert.include(text, endpointId)
    for (const part of PROVOKED.logs) assert.include(text, part)
  }
  for (const span of PROVOKED.traces) assert.include(exported.traces, span)
  for (const name of PROVOKED.metrics) {
    assert.include(exported.metrics, name)
    assert.include(metrics, name)
  }
}

describe("logs, traces and metrics of a service whose paths all fail", () => {
  for (const [format, encoding] of [
    ["logfmt", "http/protobuf"],
    ["json", "http/json"],
    ["pretty", "http/protobuf"]
  ] as const) {
    it(`show ids and no secret and no payload (${format}, ${encoding})`, async () => {
      const shown = await runMonitoredService(format, encoding)
      assertProvoked(shown)
      assertSafe(shown)
      if (format === "pretty") return
      const lines = shown.log.trim().split("\n")
      if (format === "json") for (const line of lines) assert.containsAllKeys(JSON.parse(line), JSON_KEYS, line)
      else for (const line of lines) assert.match(line, /^timestamp=\S+ level=\w+ fiber=\S+ message=/)
    })
  }

  it("do not show the password of a database that cannot be reached", async () => {
    const folder = mkdtempSync(join(tmpdir(), "landfall-database-password-"))
    try {
      const { code, stdout, stderr } = await run(folder, ["serve"], {
        LANDFALL_DATABASE_URL: `postgres://landfall:${PRIVATE.databasePassword}@127.0.0.1:${CLOSED_PORT}/landfall`,
        LANDFALL_SECRETS_KEY: PRIVATE.secretsKey,
        LANDFALL_LOG_LEVEL: "trace"
      })
      assert.strictEqual(code, 1)
      assert.include(stderr, "landfall:")
      assertNothingPrivate("Standard error", stderr)
      assertNothingPrivate("Standard output", stdout)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

const JSON_KEYS = ["level", "fiberId", "timestamp", "message", "annotations", "spans"]
