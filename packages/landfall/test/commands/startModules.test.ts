import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { run, SOURCE, start } from "../support/Command.ts"

const RECORDER = new URL("../support/recordModules.ts", import.meta.url).href
let folder = ""

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "landfall-modules-"))
  await run(folder, ["accounts", "create", "Harbour"])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The modules that a command loads: `effect/cli/Command`, `core/faults/Fault`. Builtin modules are omitted. */
const modulesOf = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const file = join(folder, "modules.txt")
  const settings = { NODE_OPTIONS: `--import ${RECORDER}`, RECORD_MODULES: file }
  const { code, stderr } = await start(folder, args, settings, { program: SOURCE }).ended
  // 1: `doctor` found a fault of this machine.
  assert.include([0, 1], code, `${args.join(" ")}: ${stderr}`)
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((url) => url.startsWith("file:"))
    .map((url) =>
      url
        .replace(/^.*\/node_modules\//, "")
        .replace(/^.*\/packages\//, "")
        .replace(/\/(?:dist|src)\//, "/")
        .replace(/\.[jt]s$/, "")
    )
}

/** Modules that only some commands use. Each was loaded by every command once, or takes long to load. */
const HEAVY = [
  /^@effect\/sql-pg\//,
  /^@resvg\//,
  /^modern-tar\//,
  /^undici\//,
  /^yauzl\//,
  /^api\//,
  /^effect\/(?:http-api|reactivity\/Atom|rpc|workers)/,
  /^effect\/http\/Http(?:Router|Server)/,
  /^http\//,
  /^landfall\/(?:demo|maps|service\/Landfall|transfer)/,
  /^sea\//,
  /^worker\/(?!congestion\/DefaultMaxVessels$|node\/egress\/(?:EgressPolicy|TcpPortRange)$)/
]

const isHeavy = (name: string): boolean => HEAVY.some((pattern) => pattern.test(name))
const isOfStorage = (name: string): boolean => name.startsWith("storage/")

/** The stores among the modules: `SqlApiKeyStore`. */
const storesIn = (modules: ReadonlyArray<string>): ReadonlyArray<string> =>
  modules.flatMap((name) => /^storage\/.*\/(Sql(?!ite)\w+)$/.exec(name)?.[1] ?? []).sort()

describe("the modules that a command loads", () => {
  it("are few without a database, and none of storage", async () => {
    for (const [args, most] of [
      [["--version"], 350],
      [["--help"], 350],
      [["config"], 390]
    ] as const) {
      const modules = await modulesOf(...args)
      assert.deepStrictEqual(modules.filter(isHeavy), [], args.join(" "))
      assert.deepStrictEqual(modules.filter(isOfStorage), [], args.join(" "))
      assert.isBelow(modules.length, most, args.join(" "))
    }
  })

  it("include the command that the arguments name, and no other", async () => {
    const commandsIn = (modules: ReadonlyArray<string>) =>
      modules.filter((name) => /^landfall\/(?:commands|import)\//.test(name))
    assert.deepStrictEqual(commandsIn(await modulesOf("--help")), [])
    assert.deepStrictEqual(commandsIn(await modulesOf("--log-level", "error", "config")), [
      "landfall/commands/ConfigCommand"
    ])
    assert.deepStrictEqual(commandsIn(await modulesOf("import", "--help")), ["landfall/import/ImportCommand"])
  })

  it("include the stores that the command uses, and no migration of a current database", async () => {
    for (const [args, stores, most] of [
      [["keys", "list"], ["SqlAccountStore", "SqlApiKeyStore", "SqlUsageStore"], 480],
      [["accounts", "list"], ["SqlAccountStore", "SqlApiKeyStore", "SqlUsageStore"], 480],
      [["zones", "list"], ["SqlZoneStore"], 480],
      [["retention", "trust-clock"], ["SqlRetention"], 525],
      [["migrate"], [], 435]
    ] as const) {
      const modules = await modulesOf(...args)
      assert.deepStrictEqual(modules.filter(isHeavy), [], args.join(" "))
      assert.deepStrictEqual(storesIn(modules), [...stores], args.join(" "))
      assert.deepStrictEqual(
        modules.filter((name) => name.startsWith("storage/migrations/")),
        [],
        args.join(" ")
      )
      assert.isBelow(modules.length, most, args.join(" "))
    }
  })

  it("of a search for ports exclude the sea network, and of `doctor` on SQLite the Postgres client", async () => {
    const search = await modulesOf("ports", "search", "rotterdam")
    assert.include(search, "sea/ports/internal/ports")
    assert.deepStrictEqual(
      search.filter((name) => /^sea\/.*(?:[Nn]etwork|Router|Engine)[^/]*$/.test(name)),
      []
    )
    assert.isBelow(search.length, 455)
    const doctor = await modulesOf("doctor")
    assert.deepStrictEqual(
      doctor.filter((name) => /^(?:@effect\/sql-pg|undici|http)\//.test(name)),
      []
    )
  })

  it("are recorded: those of a command with every store are many", async () => {
    const modules = await modulesOf("import", "tracking", "--help")
    assert.isAbove(storesIn(modules).length, 15)
    assert.isAbove(modules.length, 500)
  })
})
