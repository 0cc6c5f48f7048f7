import { assert, describe, it } from "@effect/vitest"
import { CarrierRegistry } from "@landfall/feeds/dcsa/carriers/CarrierRegistry"
import { CarriersFileHealth } from "@landfall/http/health/CarriersFileHealth"
import { ByteSize, ConfigProvider, Effect, FileSystem, Layer, Logger, Option, PlatformError, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as CarriersFileWatch from "../../src/service/CarriersFileWatch.ts"
import * as NodeDigest from "../../src/service/NodeDigest.ts"
import { parseCarriersFile } from "../../src/settings/CarriersFile.ts"

const PATH = "carriers.json"
const ENVIRONMENT = { MAEU_KEY: "the key of MAEU", HLCU_KEY: "the key of HLCU", HLCU_NEXT_KEY: "the next key of HLCU" }

const carrier = (scac: string, changes: Record<string, unknown> = {}) => ({
  scac,
  name: scac,
  baseUrl: "https://api.carrier.example",
  kinds: ["CT"],
  authentication: { headers: { Key: `${scac}_KEY` } },
  ...changes
})

const fileOf = (...carriers: ReadonlyArray<unknown>): string => JSON.stringify({ carriers })

const MAEU = carrier("MAEU")
const HLCU = carrier("HLCU")

const unreadable = PlatformError.systemError({ _tag: "NotFound", module: "FileSystem", method: "open" })

/** What a file system states of the file. */
const INFO: FileSystem.File.Info = {
  type: "File",
  mtime: Option.none(),
  atime: Option.none(),
  birthtime: Option.none(),
  dev: 0n,
  ino: Option.none(),
  mode: 0o600,
  nlink: Option.none(),
  uid: Option.none(),
  gid: Option.none(),
  rdev: Option.none(),
  size: ByteSize.zero,
  blksize: Option.none(),
  blocks: Option.none()
}

/** A watched file with a first version, and what the watch logs and learns. The file is text, unreadable, or both in turn. */
const watching = Effect.fnUntraced(function* (first: string) {
  const file: { read: () => string | undefined } = { read: () => first }
  const lines: Array<string> = []
  const learnt: Array<string> = []
  const files = FileSystem.layerNoop({
    stat: () => Effect.succeed(INFO),
    stream: () =>
      Stream.suspend(() => {
        const text = file.read()
        return text === undefined ? Stream.fail(unreadable) : Stream.encodeText(Stream.succeed(text))
      })
  })
  const environment = ConfigProvider.layer(ConfigProvider.fromEnv({ env: ENVIRONMENT }))
  const { carriers } = yield* Effect.provide(parseCarriersFile(PATH, first), environment)
  const watch = CarriersFileWatch.layer({
    path: PATH,
    text: first,
    addSecrets: (secrets) => void learnt.push(...secrets)
  })
  const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
  const context = yield* Layer.build(
    watch.pipe(
      Layer.provideMerge(CarrierRegistry.layer(carriers)),
      Layer.provide([NodeDigest.layer, files, environment, Logger.layer([logger])])
    )
  )
  const scacs = Effect.provide(
    Effect.flatMap(CarrierRegistry, ({ current }) =>
      Effect.map(current, ({ profiles }) => profiles.map(({ scac }) => String(scac)))
    ),
    context
  )
  const state = Effect.provide(
    Effect.flatMap(CarriersFileHealth, (health) => health.state),
    context
  )
  return { file, lines, learnt, scacs, state }
})

/** Lets the watch read the file some times. */
const read = (times: number) => TestClock.adjust(`${2 * times} seconds`)

describe("a watched carriers file", () => {
  it.effect("is used when it has changed and two reads agree, and the log names the changes", () =>
    Effect.gen(function* () {
      const { file, lines, learnt, scacs, state } = yield* watching(fileOf(MAEU, HLCU))
      yield* read(5)
      assert.deepStrictEqual(lines, [])
      const next = carrier("HLCU", { authentication: { headers: { Key: "HLCU_NEXT_KEY" } } })
      file.read = () => fileOf(next, carrier("ONEY", { authentication: {} }))
      yield* read(1)
      assert.deepStrictEqual(yield* scacs, ["MAEU", "HLCU"])
      yield* read(1)
      assert.deepStrictEqual(yield* scacs, ["HLCU", "ONEY"])
      assert.deepStrictEqual(lines, [
        "Info The carriers file carriers.json has changed and is in use, with 2 carriers: ONEY was added, MAEU was removed, the profile of HLCU changed."
      ])
      assert.deepStrictEqual(learnt, [ENVIRONMENT.HLCU_NEXT_KEY])
      assert.deepStrictEqual(yield* state, { _tag: "Valid" })
      yield* read(5)
      assert.lengthOf(lines, 1)
    })
  )

  it.effect("is not used while it is being written", () =>
    Effect.gen(function* () {
      const { file, lines, scacs } = yield* watching(fileOf(MAEU))
      const whole = fileOf(MAEU, HLCU)
      let written = 0
      file.read = () => {
        written = Math.min(written + 20, whole.length)
        return whole.slice(0, written)
      }
      const reads = Math.ceil(whole.length / 20)
      yield* read(reads)
      assert.deepStrictEqual([yield* scacs, lines], [["MAEU"], []])
      yield* read(1)
      assert.deepStrictEqual(yield* scacs, ["MAEU", "HLCU"])
    })
  )

  for (const [fault, text, message] of [
    ["is not JSON", "{", /names carriers\.json: \$ must be JSON/],
    ["has an invalid profile", fileOf(MAEU, carrier("HLCU", { baseUrl: "here" })), /carriers\[1\]\.baseUrl/],
    ["names a variable that is not set", fileOf(carrier("ONEY")), /names ONEY_KEY, which is not set/],
    ["was deleted", undefined, /the file cannot be read \(NotFound\)/]
  ] as const) {
    it.effect(
      `retains its carriers when it ${fault}: one error is logged, and the state has the instant since when`,
      () =>
        Effect.gen(function* () {
          const { file, lines, scacs, state } = yield* watching(fileOf(MAEU))
          file.read = () => text
          yield* read(2)
          assert.deepStrictEqual(yield* scacs, ["MAEU"])
          const invalid = { _tag: "Invalid", since: 4_000 }
          assert.deepStrictEqual<unknown>(yield* state, invalid)
          yield* read(100)
          assert.lengthOf(lines, 1)
          assert.match(lines[0] ?? "", /^Error The carriers file has changed and is not used: LANDFALL_CARRIERS /)
          assert.match(lines[0] ?? "", message)
          assert.match(
            lines[0] ?? "",
            /The last valid version, with 1 carrier, stays in use until the file is corrected\.$/
          )

          file.read = () => "another fault"
          yield* read(2)
          assert.deepStrictEqual<unknown>(yield* state, invalid, "it is invalid since the first fault")
          assert.lengthOf(lines, 2)

          file.read = () => fileOf(MAEU)
          yield* read(2)
          assert.deepStrictEqual(yield* state, { _tag: "Valid" })
          assert.include(lines[2] ?? "", "is in use, with 1 carrier: no carrier changed.")
        })
    )
  }
})
