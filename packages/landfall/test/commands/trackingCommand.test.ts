import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime } from "effect"
import { run, start } from "../support/Command.ts"

const newFolder = () => mkdtempSync(join(tmpdir(), "landfall-tracking-"))
const voyage = transhipmentVoyage({
  container: containerOf(1),
  booking: "B1",
  start: DateTime.makeUnsafe("2026-01-01T00:00:00Z")
}).flatMap(({ events }) => events)

describe("landfall import tracking", () => {
  let folder = ""
  const written = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const imported = async (path: string, ...flags: ReadonlyArray<string>) =>
    run(folder, ["import", "tracking", path, ...flags])

  beforeAll(async () => {
    folder = newFolder()
    assert.strictEqual((await run(folder, ["accounts", "create", "First"])).code, 0)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("reads a JSON array and one event per line alike, and imports a repeated event once", async () => {
    const array = written("events.json", JSON.stringify(voyage))
    const lines = written("events.ndjson", voyage.map((event) => JSON.stringify(event)).join("\n"))
    const first = JSON.parse((await imported(array, "--json")).stdout)
    assert.deepInclude(first, {
      read: voyage.length,
      added: voyage.length,
      excess: 0,
      repeated: 0,
      rejectedCount: 0,
      rejected: []
    })
    const second = await imported(lines)
    assert.strictEqual(
      second.stdout,
      `0 events imported, ${voyage.length} already stored, 0 rejected; 0 shipments changed, 0 alerts\n`
    )
  })

  it("reports each rejected event with its line, index, path and reason, and imports the others", async () => {
    const [good] = voyage
    const bad = { ...good, eventDateTime: "2190-01-01T00:00:00Z" }
    const path = written("mixed.ndjson", [JSON.stringify(good), "{", "", JSON.stringify(bad)].join("\n"))
    const { stdout, stderr, code } = await imported(path)
    assert.strictEqual(code, 1)
    assert.match(stdout, /2 rejected/)
    assert.match(stderr, /^event 1 on line 2: \$ is not valid JSON/m)
    assert.match(stderr, /^event 2 on line 4: \$\.eventDateTime /m)
    const reported = JSON.parse((await imported(path, "--json")).stdout)
    assert.deepStrictEqual(
      reported.rejected.map(({ index, line, path }: { index: number; line: number; path: string }) => [
        index,
        line,
        path
      ]),
      [
        [1, 2, "$"],
        [2, 4, "$.eventDateTime"]
      ]
    )
  })

  it("imports the events before the end of a truncated file", async () => {
    const cut = transhipmentVoyage({
      container: containerOf(2),
      booking: "B2",
      start: DateTime.makeUnsafe("2026-01-01T00:00:00Z")
    }).flatMap(({ events }) => events)
    const path = written("cut.json", `${JSON.stringify([...cut, 7]).slice(0, -1)},{"eventTy`)
    const { stdout, stderr, code } = await imported(path)
    assert.strictEqual(code, 1)
    assert.match(stdout, new RegExp(`^${cut.length} events imported, 0 already stored, 1 rejected`))
    assert.match(stderr, new RegExp(`^event ${cut.length}: .*\\nlandfall: The JSON array is malformed`))
  })

  it("fails with one line for a file without events, and for an unknown account", async () => {
    const text = await imported(written("notes.txt", "no events"))
    assert.deepStrictEqual([text.code, text.stdout], [1, ""])
    assert.match(text.stderr, /^landfall: The file is neither JSON nor one JSON event per line.*\n$/)
    const unknown = await imported(written("events.json", JSON.stringify(voyage)), "--account", "acc_nobody")
    assert.strictEqual(unknown.code, 1)
    assert.match(unknown.stderr, /^landfall: There is no account acc_nobody\. List them with/)
  })
})

describe("landfall import tracking --carrier", () => {
  let folder = ""
  beforeAll(() => {
    folder = newFolder()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("applies the quirks of the carrier, and lists the configured carriers when it is unknown", async () => {
    assert.strictEqual((await run(folder, ["accounts", "create", "First"])).code, 0)
    const carriers = join(folder, "carriers.json")
    const quirks = { localTimesMarkedZ: true }
    const profile = { scac: "MAEU", name: "Maersk", baseUrl: "https://api.carrier.example", kinds: ["CT"], quirks }
    const authentication = { headers: { "Consumer-Key": "NOT_SET" } }
    writeFileSync(carriers, JSON.stringify({ carriers: [{ ...profile, authentication }] }))
    const path = join(folder, "events.json")
    const marked = voyage.map((event) => ({ ...event, eventDateTime: `${String(event.eventDateTime).slice(0, 19)}Z` }))
    writeFileSync(path, JSON.stringify(marked))
    const imported = async (...flags: ReadonlyArray<string>) =>
      run(folder, ["import", "tracking", path, "--json", ...flags], { LANDFALL_CARRIERS: carriers })
    assert.strictEqual(JSON.parse((await imported()).stdout).added, voyage.length)
    // The ports of the voyage are not on UTC, so that local times are other instants.
    assert.isAbove(JSON.parse((await imported("--carrier", "maeu")).stdout).added, voyage.length / 2)
    const other = await imported("--carrier", "HLCU")
    assert.strictEqual(other.code, 1)
    assert.match(other.stderr, /the file has no carrier HLCU; it has MAEU/)
    const none = await run(folder, ["import", "tracking", path, "--carrier", "MAEU"])
    assert.match(none.stderr, /--carrier MAEU needs the profile .*LANDFALL_CARRIERS/)
  })
})

describe("LANDFALL_CARRIERS", () => {
  let folder = ""
  beforeEach(() => {
    folder = newFolder()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const file = (carrier: object) => {
    const path = join(folder, "carriers.json")
    writeFileSync(path, JSON.stringify({ carriers: [carrier] }))
    return path
  }
  const good = { scac: "MAEU", name: "Maersk", baseUrl: "https://api.carrier.example", kinds: ["CT"] }

  it("stops every start with one line when the file is invalid", async () => {
    const secret = { ...good, authentication: { headers: { "Consumer-Key": "MAEU_KEY" } } }
    const missing = join(folder, "missing.json")
    const wrong = file({ ...good, kinds: [] })
    const cases: ReadonlyArray<readonly [command: string, path: string, fault: RegExp]> = [
      ["serve", missing, /^landfall: LANDFALL_CARRIERS names .*missing\.json: the file cannot be read.*\n$/],
      ["worker", wrong, /^landfall: LANDFALL_CARRIERS names .*\$\.carriers\[0\]\.kinds.*\n$/],
      ["config", wrong, /^landfall: LANDFALL_CARRIERS names .*\$\.carriers\[0\]\.kinds.*\n$/]
    ]
    for (const [command, path, fault] of cases) {
      const { code, stderr } = await run(folder, [command], { PORT: "0", LANDFALL_CARRIERS: path })
      assert.strictEqual(code, 1, command)
      assert.match(stderr, fault, command)
    }
    const unset = await run(folder, ["config"], { LANDFALL_CARRIERS: file(secret) })
    assert.match(unset.stderr, /names MAEU_KEY, which is not set/)
    const set = await run(folder, ["config"], { LANDFALL_CARRIERS: file(secret), MAEU_KEY: "s3cret-s3cret" })
    assert.strictEqual(set.code, 0, set.stderr)
    assert.match(set.stdout, /LANDFALL_CARRIERS\n {2}Path of the JSON file/)
    assert.notInclude(set.stdout + set.stderr, "s3cret")
  })

  it("is read by a worker without a server", async () => {
    const worker = start(folder, ["worker"], { LANDFALL_CARRIERS: file(good) })
    try {
      await worker.printed(/delivers from/)
      worker.child.kill("SIGTERM")
      assert.strictEqual((await worker.ended).code, 0)
    } finally {
      worker.child.kill("SIGKILL")
      await worker.ended
    }
  })
})
