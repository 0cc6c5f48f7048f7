import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { startOnTerminal } from "../support/Command.ts"
import { openTerminal, terminalUnavailableReason } from "../support/PseudoTerminal.ts"
import { callerOf } from "../support/Service.ts"

const unavailable = terminalUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: commands on a terminal, because ${unavailable}`)

/**
 * Runs a server on a terminal until it has printed this line, and what `use` does with it; returns all that the terminal
 * has shown.
 */
const serveOnTerminal = async (folder: string, line: RegExp, use: (shown: string, url: string) => Promise<void>) => {
  const terminal = await openTerminal()
  try {
    const { child, ended } = startOnTerminal(folder, ["serve"], { PORT: "0" }, terminal.descriptor)
    const stopped = ended.then((code) => {
      throw new Error(`The server ended with ${code}: ${terminal.text()}`)
    })
    try {
      const shown = await Promise.race([terminal.shown(line), stopped])
      const url = /is up at (\S+)/.exec(shown)?.[1] ?? ""
      await use(shown, url)
    } finally {
      stopped.catch(() => undefined)
      child.kill("SIGTERM")
      await ended
    }
    return terminal.text()
  } finally {
    terminal.close()
  }
}

/** The last line of the announcement of a server that creates its first API key, and of one that has one. */
const KEY_LINE = /^ {2}API key +.*\n/m
const ALERTS_LINE = /^ {2}Alerts go to +.*\n/m

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

describe.skipIf(unavailable !== undefined)("a server that is started on a terminal", () => {
  it("prints the first API key once, accepts it, and writes it to no file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "landfall-terminal-"))
    try {
      let key = ""
      const first = await serveOnTerminal(folder, KEY_LINE, async (shown, url) => {
        key = /^ {2}API key +(lf_\S+) {2}\(shown once: save it now\)$/m.exec(shown)?.[1] ?? ""
        assert.isNotEmpty(key, shown)
        assert.strictEqual((await callerOf(url, key).send("GET", `${ALERTS_PREFIX}/endpoint`)).status, 200)
      })
      assert.strictEqual(first.split(key).length, 2, "the key is on the terminal once")
      assert.notInclude(first, "written to")
      assert.isFalse(existsSync(join(folder, "data", "landfall.api-key")))
      for (const path of filesIn(folder)) assert.isFalse(readFileSync(path).includes(key), path)

      const second = await serveOnTerminal(folder, ALERTS_LINE, async (_, url) => {
        assert.strictEqual((await callerOf(url, key).send("GET", `${ALERTS_PREFIX}/endpoint`)).status, 200)
      })
      assert.notInclude(second, "API key")
      assert.notInclude(second, key)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
