import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { run } from "../support/Command.ts"
import { CLOSED_PORT } from "../support/Listener.ts"
import { PRIVATE, PROVOKED, runMonitoredService, type Shown } from "../support/MonitoredService.ts"
import { findLeak } from "../support/PrivateTexts.ts"

/** Fails when a text shows anything private, in any form. */
const assertNothingPrivate = (where: string, text: string) => {
  const leak = findLeak(text, PRIVATE)
  if (leak !== undefined) assert.fail(`${where} shows ${leak.name}: …${leak.excerpt}…`)
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

/** What a service shows that leaks nothing. */
const SAFE: Shown = {
  log: 'timestamp=2026-03-01T12:00:00.000Z level=INFO fiber=#7 message="Request completed." status=401',
  output: "Landfall is up at http://127.0.0.1:8080",
  exported: { traces: '{"name":"co2.compute"}', logs: '{"body":"Request completed."}', metrics: "{}" },
  metrics: "landfall_requests_total 1",
  collectorKey: undefined,
  endpointId: "ep_01M81PJ67BN23JX53CR1NGDWYB"
}

const base64 = (text: string): string => Buffer.from(text).toString("base64")

/** Lines that show a text as careless code would write it. */
const leakyLines = (text: string): ReadonlyArray<string> => [
  `level=INFO message="Request rejected." authorization="Bearer ${text}"`,
  JSON.stringify({
    level: "INFO",
    message: "Request rejected.",
    annotations: { body: `{"key":${JSON.stringify(text)}}` }
  }),
  `message="GET /endpoint?token=${encodeURIComponent(text)}"`,
  `headers="Basic ${base64(`client:${text}`)}"`,
  `headers="Basic ${base64(`${text}:`)}"`,
  `body="${base64(`ab${text}`)}"`,
  `body="${Buffer.from(`a${text}bc`).toString("base64url")}"`,
  `bytes=${Buffer.from(text).toString("hex")}`,
  `\n\u0012\u0010${text}\u001a\u0002`
]

describe("the search for secrets and payloads", () => {
  it("finds nothing where there is nothing", () => {
    assertSafe(SAFE)
  })

  for (const [name, text] of Object.entries(PRIVATE)) {
    it(`finds ${name} in a line of the log that shows it, however it is written`, () => {
      for (const line of leakyLines(text)) {
        const log = `${SAFE.log}\n${line}\n${SAFE.log}`
        assert.throws(() => assertSafe({ ...SAFE, log }), `The log shows ${name}: `, line)
      }
    })
  }

  it("finds a leak wherever the service shows something", () => {
    const leak = `${SAFE.log} key=${PRIVATE.apiKey}`
    const leaky: ReadonlyArray<readonly [where: string, shown: Shown]> = [
      ["The log", { ...SAFE, log: leak }],
      ["Standard output", { ...SAFE, output: leak }],
      ["/metrics", { ...SAFE, metrics: leak }],
      ...(["traces", "logs", "metrics"] as const).map(
        (signal) => [`The export of ${signal}`, { ...SAFE, exported: { ...SAFE.exported, [signal]: leak } }] as const
      )
    ]
    for (const [where, shown] of leaky) assert.throws(() => assertSafe(shown), `${where} shows apiKey: `)
  })
})

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
