import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { FactorScope } from "@landfall/core/co2/lanes/EmissionFactor"
import { CargoKind } from "@landfall/core/co2/lanes/TradeLane"
import { ZoneKind } from "@landfall/core/congestion/zones/Zone"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { FACTOR_COLUMNS } from "@landfall/feeds/factors/FactorFile"
import { PORT_CALL_COLUMNS } from "@landfall/feeds/portCalls/PortCallFile"
import { PORT_COLUMNS } from "@landfall/feeds/ports/PortFile"
import { TERMS_COLUMNS } from "@landfall/feeds/terms/TermsFile"
import { VESSEL_COLUMNS } from "@landfall/feeds/vessels/VesselColumns"
import { run, SOURCE, start } from "../support/Command.ts"
import { runInProcess } from "../support/CommandInProcess.ts"

let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-usage-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe("an invalid use of landfall", () => {
  it("prints one line with the fault and the usage on standard error, and ends with 2", async () => {
    const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string, string]> = [
      [
        ["accounts", "lst"],
        'landfall: landfall accounts has no subcommand "lst"; did you mean list?',
        "Usage: landfall accounts"
      ],
      [["accounts"], "landfall: landfall accounts needs a subcommand: create, list", "Usage: landfall accounts"],
      [["accounts", "--json"], "landfall: landfall accounts has no flag --json", "Usage: landfall accounts"],
      [
        ["accounts", "create"],
        "landfall: landfall accounts create needs the argument name.",
        "Usage: landfall accounts create"
      ],
      [
        ["accounts", "create", "Harbour", "--credits", "-1"],
        'landfall: --credits must be a whole number from 0 to 1000000000000, got "-1".',
        "Usage: landfall accounts create"
      ],
      [
        ["accounts", "create", "Harbour", "--credits", "many"],
        'landfall: --credits must be a whole number, got "many".',
        "Usage: landfall accounts create"
      ],
      [
        ["keys", "list", "--account", "harbour"],
        'landfall: --account must be a text that begins with "acc_", got "harbour".',
        "Usage: landfall keys list"
      ],
      [
        ["zones", "berths", "NLRTM", "20000"],
        'landfall: berths must be a whole number from 0 to 10000, got "20000".',
        "Usage: landfall zones berths"
      ],
      [
        ["congestion", "NLRTM", "--as-of", "yesterday"],
        'landfall: --as-of must be an instant of ISO 8601 with its zone, such as 2026-03-01T12:00:00Z, got "yesterday".',
        "Usage: landfall congestion"
      ],
      [["import", "vessels", folder], "landfall: file is not a file: /", "Usage: landfall import vessels"],
      [
        ["keys", "create", "--allow", "192.0.2.7/24", "--json"],
        "landfall: --allow must be an IP address, or a network in CIDR notation such as 192.0.2.0/24 or 2001:db8::/32, " +
          'got "192.0.2.7/24"; the network of this address is 192.0.2.0/24.',
        "Usage: landfall keys create"
      ],
      [
        ["keys", "create", "--expires", "tomorrow"],
        "landfall: --expires must be a duration such as 90d or 12h, or an instant with its zone such as " +
          '2027-01-31T00:00:00Z, got "tomorrow".',
        "Usage: landfall keys create"
      ],
      [
        ["migrate", "now"],
        'landfall: landfall migrate takes no further argument: remove "now".',
        "Usage: landfall migrate"
      ],
      [["import", "vessels", "no/such.csv"], "landfall: file does not exist: /", "Usage: landfall import vessels"],
      [
        ["config", "--jsn"],
        "landfall: landfall config has no flag --jsn; did you mean --json?",
        "Usage: landfall config"
      ]
    ]
    for (const [args, fault, usage] of cases) {
      const { code, stderr, stdout } = await runInProcess(folder, args)
      const [first = "", second = "", ...rest] = stderr.trimEnd().split("\n")
      assert.deepStrictEqual([code, stdout, rest], [2, "", []], args.join(" ") + stderr)
      assert.isTrue(first.startsWith(fault), `${first}\n${fault}`)
      assert.isTrue(second.startsWith(usage), second)
    }
    assert.isFalse(existsSync(join(folder, "data")), "nothing was created")
  })

  it("rejects instants that do not exist or are malformed, as the server does", async () => {
    for (const text of ["2027-02-30T00:00:00Z", "2027-01-01T24:01:00Z", "march 2027", "2027-01-31", "5"]) {
      for (const args of [
        ["keys", "create", "--expires", text],
        ["congestion", "NLRTM", "--as-of", text]
      ]) {
        const { code, stderr } = await runInProcess(folder, args)
        assert.strictEqual(code, 2, args.join(" "))
        assert.match(stderr, /^landfall: --\S+ must be [^\n]*an instant [^\n]*with its zone[^\n]*\nUsage: /u)
      }
    }
  })

  it("prints requested help on standard output, and ends with 0", async () => {
    for (const args of [[], ["--help"], ["accounts", "--help"], ["keys", "create", "--help"]]) {
      const { code, stderr, stdout } = await runInProcess(folder, args)
      assert.deepStrictEqual([code, stderr], [0, ""], args.join(" "))
      assert.include(stdout, "USAGE")
    }
  })
})

describe("the help of an import", () => {
  for (const [kind, words] of [
    ["vessels", [...VESSEL_COLUMNS, "EMSA", ...VesselType.literals]],
    ["port-calls", [...PORT_CALL_COLUMNS, "CSV", "JSON", "ISO 8601", ...VesselType.literals]],
    ["ports", [...PORT_COLUMNS, "xlsx"]],
    ["zones", ["GeoJSON", "kind", "ports", "radiusKm", "berths", ...ZoneKind.literals, ...VesselType.literals]],
    ["terms", [...TERMS_COLUMNS, "xlsx", "ISO 8601"]],
    ["factors", [...FACTOR_COLUMNS, "xlsx", ...FactorScope.literals, ...CargoKind.literals]],
    ["tracking", ["JSON", "TRANSPORT", "EQUIPMENT", "SHIPMENT"]],
    ["ais", ["NMEA 0183", "CSV", "MMSI", "timestamp", "latitude", "longitude", "gzip"]]
  ] as const) {
    it(`names the formats, columns and values that are read: ${kind}`, async () => {
      const { stdout } = await runInProcess(folder, ["import", kind, "--help"])
      const described = /ARGUMENTS\n([\s\S]*?)\n\n/.exec(stdout)?.[1] ?? ""
      for (const word of words) assert.match(described, new RegExp(`\\b${word}\\b`), kind)
    })
  }
})

describe("a command that completed only a part", () => {
  it("ends with 1 and states how much is missing", async () => {
    const ports = join(folder, "ports.csv")
    writeFileSync(ports, "code,name,lat,lon\nNLXXA,Alpha,52,4\nNLXXB,Beta,200,4\nNLXXC,Gamma,300,400\n")
    const imported = await runInProcess(folder, ["import", "ports", ports, "--json"])
    assert.strictEqual(imported.code, 1)
    assert.strictEqual(JSON.parse(imported.stdout).ports, 1)
    assert.include(imported.stderr, "landfall: 2 rows were rejected, the others are stored")
    const accepted = await runInProcess(folder, ["zones", "accept", "none", "neither"])
    assert.strictEqual(accepted.code, 1)
    assert.match(accepted.stderr, /^landfall: 2 of 2 zones are unknown, and nothing was changed: none, neither\./)
  })
})

describe("a command that a signal interrupts", () => {
  it("ends with 1 and states that it is incomplete", async () => {
    // From its source: in the bundle of a run of all tests, a dynamic import of undici has no named exports.
    const demo = start(folder, ["demo"], {}, { program: SOURCE })
    await demo.printed(/\n/)
    demo.child.kill("SIGINT")
    const { code, stderr } = await demo.ended
    assert.deepStrictEqual(
      [code, stderr.trimEnd().split("\n").at(-1)],
      [1, "landfall: The command was interrupted before it was complete."]
    )
  })
})

describe("landfall ports search", () => {
  it("finds ports by code and name, at most --limit, and ends with 1 when there is none", async () => {
    const found = JSON.parse((await runInProcess(folder, ["ports", "search", "rotterdam", "--json"])).stdout)
    assert.deepInclude(found[0], { code: "NLRTM", country: "NL", inland: false })
    assert.closeTo(found[0].position.latitude, 51.9, 0.5)
    const text = await runInProcess(folder, ["ports", "search", "NLRTM", "--limit", "1"])
    assert.match(text.stdout, /^NLRTM {2}NL +5[12]\.\d{4}° N +[34]\.\d{4}° E {2}Rotterdam\n$/)
    const several = JSON.parse(
      (await runInProcess(folder, ["ports", "search", "san", "--limit", "3", "--json"])).stdout
    )
    assert.strictEqual(several.length, 3)
    const none = await runInProcess(folder, ["ports", "search", "qqqqqqqqqq", "--json"])
    assert.deepStrictEqual([none.code, JSON.parse(none.stdout)], [1, []])
    assert.match(none.stderr, /^landfall: No port matches "qqqqqqqqqq": /)
    assert.isFalse(existsSync(join(folder, "data")), "a search creates no database")
  })
})

describe("the first API key without a terminal", () => {
  it("is written to a file of this user, and not to the log", async () => {
    const server = start(folder, ["serve"], { PORT: "0" })
    try {
      const printed = await server.printed(/API key .*\n/)
      assert.match(printed, /API key +written to data\/landfall\.api-key\n/)
      assert.notMatch(printed + server.stderr(), /lf_/)
      const file = join(folder, "data", "landfall.api-key")
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.match(readFileSync(file, "utf8"), /^lf_[\w-]{43}\n$/)
    } finally {
      server.child.kill("SIGTERM")
      await server.ended
    }
  })

  it("is not created when the file cannot be written", async () => {
    writeFileSync(join(folder, "blocked"), "")
    const settings = {
      PORT: "0",
      LANDFALL_DATABASE_URL: "sqlite::memory:",
      LANDFALL_DATA: join(folder, "blocked", "data"),
      LANDFALL_SECRETS_KEY: "a key for tests alone"
    }
    const { code, stderr } = await run(folder, ["serve"], settings)
    assert.strictEqual(code, 1)
    assert.match(stderr, /landfall: The first API key cannot be written to .*blocked\/data\/landfall\.api-key/)
  })
})
