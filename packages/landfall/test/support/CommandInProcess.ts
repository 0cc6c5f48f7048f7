import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { loadLandfallCommand } from "../../src/LandfallCommand.ts"
import { exitCode, withErrorReport } from "../../src/terminal/ErrorReport.ts"
import { StandardOutputIsTerminal } from "../../src/terminal/StandardOutput.ts"
import { usagePresenterLayer } from "../../src/terminal/UsagePresenter.ts"
import type { Ended } from "./Command.ts"

const services = Layer.mergeAll(NodeServices.layer, NodeCrypto.layer, usagePresenterLayer)

const linesOf = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")

/**
 * Runs the command to its end as `Command.ts` does, but in this process, which starts sooner. Its data is in `folder`;
 * other relative paths are those of this process.
 */
export const runInProcess = async (
  folder: string,
  args: ReadonlyArray<string>,
  settings: Record<string, string> = {},
  isTerminal = false
): Promise<Ended> => {
  const output: Array<string> = []
  const errors: Array<string> = []
  const console: Console.Console = {
    ...globalThis.console,
    log: (...parts: ReadonlyArray<unknown>) => void output.push(parts.join(" ")),
    error: (...parts: ReadonlyArray<unknown>) => void errors.push(parts.join(" "))
  }
  const run = Effect.flatMap(loadLandfallCommand(args), (command) => Command.runWith(command, { version: "0" })(args))
  const program = withErrorReport(run).pipe(
    Effect.provide(services),
    Effect.provideService(Console.Console, console),
    Effect.provideService(StandardOutputIsTerminal, isTerminal),
    Effect.provide(
      ConfigProvider.layer(ConfigProvider.fromEnv({ env: { LANDFALL_DATA: `${folder}/data`, ...settings } }))
    )
  )
  const exit = await Effect.runPromiseExit(program)
  let code = -1
  exitCode(exit, (error) => {
    code = error
  })
  return { code, stdout: linesOf(output), stderr: linesOf(errors) }
}
