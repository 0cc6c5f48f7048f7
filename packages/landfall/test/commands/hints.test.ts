import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CliOutput, Command } from "effect/cli"
import { loadLandfallCommand } from "../../src/LandfallCommand.ts"

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url))
const EXISTING_FILE = `${ROOT}package.json`

/** A command that a text names: `landfall` and its arguments, up to the end of the code, the string or the sentence. */
const HINT = /(?:npm run -s landfall -- |(?<![\w@/.-])landfall )([a-z](?:\$\{[^}]*\}|[^\n"`|;)])*)/g

/** Texts that begin like a command and are none: the label of a key, and programs in a container named landfall. */
const OTHER_TEXTS = /^(?:secret box v1|cat |node )/

/** Where prose continues after a command that no mark ends. */
const END_OF_COMMAND = /(?:[.,:] |[.,:]$|\\n| to | and | or | again| describes | — | #).*$/

interface Hint {
  readonly file: string
  readonly text: string
}

const hintsIn = (file: string): ReadonlyArray<Hint> =>
  [...readFileSync(ROOT + file, "utf8").matchAll(HINT)]
    .map(([, text = ""]) => ({ file, text: text.replace(END_OF_COMMAND, "").replaceAll(/[[\]]/g, "").trim() }))
    .filter(({ text }) => !OTHER_TEXTS.test(text))

/** Values for the placeholders of hints, by the command that takes them. */
const PLACEHOLDERS: ReadonlyArray<readonly [RegExp, RegExp, string]> = [
  [/^(?:accounts|keys|cells)/, /^(?:ACCOUNT|ID|acc_…|\$\{(?:id|account\w*|issued[^}]*)\})$/, "acc_1"],
  [/^keys revoke/, /^(?:KEY|ID|key_…|\$\{[^}]*\})$/, "key_1"],
  [/^accounts/, /^(?:CREDITS|N)$/, "1000"],
  [/^accounts/, /^PLAN$/, "free"],
  [/^cells/, /^NAME$/, "eu"],
  [/./, /^(?:FILE(?:\.(?!png|svg)\w+)?|\$\{file\}|\S+\.(?:csv|json|geojson|zst|xlsx|nmea))$/, EXISTING_FILE],
  [/./, /^(?:URL|postgres:\/\/USER:PASSWORD@HOST:PORT\/DATABASE)$/, "sqlite:landfall.db"],
  [/./, /^(?:SCAC|\$\{scac\})$/, "MAEU"],
  [/./, /^(?:PORT|\$\{(?:port\w*|code)\})$/, "NLRTM"],
  [/./, /^(?:TIME|\$\{.*\})$/, "2026-03-01T12:00:00Z"]
]

const fillPlaceholders = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/"[^"]*"|'[^']*'|\$\{[^}]*\}|\S+/g)].map(([token]) => {
    const [, , value] = PLACEHOLDERS.find(([command, name]) => command.test(text) && name.test(token)) ?? []
    return value ?? token.replaceAll(/^["']|["']$/g, "")
  })

/** The command that the arguments name, with a handler that does nothing. */
const loadParser = (args: ReadonlyArray<string>) =>
  Effect.map(
    loadLandfallCommand(args),
    Command.withHandler(() => Effect.void)
  )

/** A hint may name a command without its arguments. */
const COMMAND_ALONE = /^[a-z][a-z-]*(?: [a-z][a-z-]*)?$/

const parses = (args: ReadonlyArray<string>) =>
  Effect.flatMap(loadParser(args), (command) => Command.runWith(command, { version: "0" })(args)).pipe(
    Effect.as("valid"),
    Effect.catch((error) => {
      if (error._tag !== "ShowHelp") return Effect.succeed(String(error))
      const isNamed =
        COMMAND_ALONE.test(args.join(" ")) &&
        error.errors.every(({ _tag }) => /^(?:Missing|ValidationError)/.test(_tag))
      return Effect.succeed(isNamed ? "valid" : error.errors.map(({ message }) => message).join(" "))
    }),
    Effect.provide(Layer.merge(NodeServices.layer, CliOutput.layerPresenter({ present: () => Effect.void })))
  )

describe("every command that sources and documents name", () => {
  const files = globSync(
    ["packages/*/src/**/*.ts", "packages/**/README.md", "docs/**/*.md", "*.md", ".changeset/*.md", "deploy/**/*"],
    { cwd: ROOT, exclude: (name) => name.includes("node_modules") || name.includes("docs/adr") }
  )
  const hints = files.flatMap(hintsIn)

  it("is found in many places", () => {
    assert.isAbove(hints.length, 60)
    assert.isAbove(new Set(hints.map(({ text }) => text.split(" ", 2).join(" "))).size, 20)
  })

  it.effect("exists, with its flags", () =>
    Effect.gen(function* () {
      const faults: Array<string> = []
      for (const { file, text } of hints) {
        const verdict = yield* parses(fillPlaceholders(text))
        if (verdict !== "valid") faults.push(`${file}: landfall ${text}: ${verdict}`)
      }
      assert.deepStrictEqual(faults, [])
    })
  )

  it.effect("is not accepted when it does not exist", () =>
    Effect.gen(function* () {
      for (const args of [
        ["accounts", "change", "acc_1"],
        ["keys", "lists"],
        ["serve", "--wroker"]
      ]) {
        assert.notStrictEqual(yield* parses(args), "valid", args.join(" "))
      }
    })
  )
})
