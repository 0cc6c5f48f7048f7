import { Effect, Stdio } from "effect"
import { Command } from "effect/cli"
import { argumentsByCommand, lazyCommand } from "./CommandTable.ts"
import { VERSION } from "./telemetry/Version.ts"

/** Every subcommand, in the order of the help. */
const SUBCOMMANDS = [
  lazyCommand("serve", "Run the server, with the background loops unless --no-worker is given", () =>
    import("./commands/ServeCommand.ts").then(({ serveCommand }) => serveCommand)
  ),
  lazyCommand(
    "worker",
    "Run the background loops without a server; any number of servers and workers can share one database",
    () => import("./commands/WorkerCommand.ts").then(({ workerCommand }) => workerCommand)
  ),
  lazyCommand("listen", "Receive alerts on this machine, verify their signatures and print them, for development", () =>
    import("./commands/ListenCommand.ts").then(({ listenCommand }) => listenCommand)
  ),
  lazyCommand(
    "demo",
    "Play a container's journey on a temporary database: carrier events become signed alerts, which are verified",
    () => import("./commands/DemoCommand.ts").then(({ demoCommand }) => demoCommand)
  ),
  lazyCommand(
    "mcp",
    "Offer the service to AI agents as an MCP server on standard input and output, through a running server",
    () => import("./commands/McpCommand.ts").then(({ mcpCommand }) => mcpCommand)
  ),
  lazyCommand("accounts", "Create, list, show and change accounts", () =>
    import("./commands/AccountsCommand.ts").then(({ accountsCommand }) => accountsCommand)
  ),
  lazyCommand("keys", "Create, list and revoke the API keys of an account", () =>
    import("./commands/KeysCommand.ts").then(({ keysCommand }) => keysCommand)
  ),
  lazyCommand("carriers", "List and check the carriers of the carriers file", () =>
    import("./commands/CarriersCommand.ts").then(({ carriersCommand }) => carriersCommand)
  ),
  lazyCommand("eta-report", "Print how accurate the arrival dates of a carrier were, by lane and lead time", () =>
    import("./commands/figures/EtaReportCommand.ts").then(({ etaReportCommand }) => etaReportCommand)
  ),
  lazyCommand("import", "Import data; running servers use it within a second", (args) =>
    import("./import/ImportCommand.ts").then(({ loadImportCommand }) => loadImportCommand(args))
  ),
  lazyCommand(
    "zones",
    "List, propose, accept and reject berths, anchorages and port areas; running servers apply changes within a second",
    () => import("./commands/ZonesCommand.ts").then(({ zonesCommand }) => zonesCommand)
  ),
  lazyCommand(
    "congestion",
    "Print the congestion figures of a port, with the reason for each unknown figure, and draw a map",
    () => import("./commands/figures/CongestionCommand.ts").then(({ congestionCommand }) => congestionCommand)
  ),
  lazyCommand("ports", "Find ports", () =>
    import("./commands/figures/PortsCommand.ts").then(({ portsCommand }) => portsCommand)
  ),
  lazyCommand("route", "Find the sea route between two ports, or between every pair of ports in a table", () =>
    import("./commands/figures/RouteCommand.ts").then(({ routeCommand }) => routeCommand)
  ),
  lazyCommand("co2", "Compute the CO2 of a voyage between two ports, or of every voyage in a table", () =>
    import("./commands/figures/Co2Command.ts").then(({ co2Command }) => co2Command)
  ),
  lazyCommand(
    "migrate",
    "Bring the database schema up to date; every other command that uses the database does so too",
    () => import("./commands/database/MigrateCommand.ts").then(({ migrateCommand }) => migrateCommand)
  ),
  lazyCommand("retention", "Confirm the clock by which old data expires, after the log has reported a jump", () =>
    import("./commands/database/RetentionCommand.ts").then(({ retentionCommand }) => retentionCommand)
  ),
  lazyCommand(
    "backup",
    "Write the database and its key file to one verified file, while servers and workers run; on Postgres, consider pg_dump for large databases",
    () => import("./commands/database/BackupCommand.ts").then(({ backupCommand }) => backupCommand)
  ),
  lazyCommand(
    "restore",
    "Restore a backup into the configured database, which no process may use meanwhile, and which must be empty unless --force is given",
    () => import("./commands/database/RestoreCommand.ts").then(({ restoreCommand }) => restoreCommand)
  ),
  lazyCommand(
    "move",
    "Copy everything to an empty database, from SQLite to Postgres or back, and compare both; run it again after an interruption to continue",
    () => import("./commands/database/MoveCommand.ts").then(({ moveCommand }) => moveCommand)
  ),
  lazyCommand(
    "export",
    "Write messages, attempts, usage and port calls to Parquet files in a folder; each run adds what is new, while servers and workers run",
    () => import("./commands/database/ExportCommand.ts").then(({ exportCommand }) => exportCommand)
  ),
  lazyCommand(
    "cells",
    "List the databases among which accounts are divided, prepare new ones, and move an account between them",
    () => import("./commands/CellsCommand.ts").then(({ cellsCommand }) => cellsCommand)
  ),
  lazyCommand(
    "doctor",
    "Check the settings, the machine, the database, its key, the network, the carriers and the AIS sources, and print what to do; fails when a check fails",
    () => import("./commands/DoctorCommand.ts").then(({ doctorCommand }) => doctorCommand)
  ),
  lazyCommand("config", "Print each setting with its description and its value, and check the values", () =>
    import("./commands/ConfigCommand.ts").then(({ configCommand }) => configCommand)
  )
]

/** The `landfall` command, whose subcommands are loaded when the arguments name them. */
export const loadLandfallCommand = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const argumentsOf = argumentsByCommand(SUBCOMMANDS, args)
  const subcommands = yield* Effect.promise(() =>
    Promise.all(SUBCOMMANDS.map(({ name, load }) => load(argumentsOf(name))))
  )
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
