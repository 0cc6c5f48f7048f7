import { Effect, Stdio } from "effect"
import { Command } from "effect/cli"
import { VERSION } from "./telemetry/Version.ts"

/**
 * The subcommands by name. A module is loaded when the first argument names its command, so that a command starts without
 * the modules of the others; help on `landfall` itself loads all of them.
 */
const SUBCOMMANDS = {
  serve: () => import("./commands/ServeCommand.ts").then(({ serveCommand }) => serveCommand),
  worker: () => import("./commands/WorkerCommand.ts").then(({ workerCommand }) => workerCommand),
  listen: () => import("./commands/ListenCommand.ts").then(({ listenCommand }) => listenCommand),
  accounts: () => import("./commands/AccountsCommand.ts").then(({ accountsCommand }) => accountsCommand),
  keys: () => import("./commands/KeysCommand.ts").then(({ keysCommand }) => keysCommand),
  carriers: () => import("./commands/CarriersCommand.ts").then(({ carriersCommand }) => carriersCommand),
  import: () => import("./import/ImportCommand.ts").then(({ importCommand }) => importCommand),
  zones: () => import("./commands/ZonesCommand.ts").then(({ zonesCommand }) => zonesCommand),
  congestion: () => import("./commands/CongestionCommand.ts").then(({ congestionCommand }) => congestionCommand),
  ports: () => import("./commands/PortsCommand.ts").then(({ portsCommand }) => portsCommand),
  route: () => import("./commands/RouteCommand.ts").then(({ routeCommand }) => routeCommand),
  co2: () => import("./commands/Co2Command.ts").then(({ co2Command }) => co2Command),
  migrate: () => import("./commands/MigrateCommand.ts").then(({ migrateCommand }) => migrateCommand),
  backup: () => import("./commands/BackupCommand.ts").then(({ backupCommand }) => backupCommand),
  restore: () => import("./commands/RestoreCommand.ts").then(({ restoreCommand }) => restoreCommand),
  move: () => import("./commands/MoveCommand.ts").then(({ moveCommand }) => moveCommand),
  doctor: () => import("./commands/DoctorCommand.ts").then(({ doctorCommand }) => doctorCommand),
  config: () => import("./commands/ConfigCommand.ts").then(({ configCommand }) => configCommand)
}

type SubcommandName = keyof typeof SUBCOMMANDS

const isSubcommandName = (text: string | undefined): text is SubcommandName =>
  text !== undefined && Object.hasOwn(SUBCOMMANDS, text)

const ALL_NAMES = Object.keys(SUBCOMMANDS).filter(isSubcommandName)

/** The `landfall` command with the subcommand that the first argument names, else with every subcommand. */
export const loadLandfallCommand = Effect.fnUntraced(function* ([first]: ReadonlyArray<string>) {
  const names = isSubcommandName(first) ? [first] : ALL_NAMES
  const subcommands = yield* Effect.promise(() => Promise.all(names.map((name) => SUBCOMMANDS[name]())))
  return Command.make("landfall").pipe(
    Command.withDescription(
      "Open maritime visibility: container tracking alerts as signed webhooks, port congestion, sea routes and vessel CO2"
    ),
    Command.withSubcommands(subcommands)
  )
})

/** Runs the command with the arguments of the process. */
export const runLandfall = Effect.gen(function* () {
  const args = yield* (yield* Stdio.Stdio).args
  const command = yield* loadLandfallCommand(args)
  yield* Command.runWith(command, { version: VERSION })(args)
})
