import { Command } from "effect/cli"
import { VERSION } from "../server/Version.ts"
import { accountsCommand } from "./AccountsCommand.ts"
import { co2Command } from "./Co2Command.ts"
import { configCommand } from "./ConfigCommand.ts"
import { congestionCommand } from "./CongestionCommand.ts"
import { importCommand } from "./ImportCommand.ts"
import { keysCommand } from "./KeysCommand.ts"
import { listenCommand } from "./ListenCommand.ts"
import { migrateCommand } from "./MigrateCommand.ts"
import { routeCommand } from "./RouteCommand.ts"
import { serveCommand } from "./ServeCommand.ts"
import { workerCommand } from "./WorkerCommand.ts"
import { zonesCommand } from "./ZonesCommand.ts"

/** The `landfall` command. */
export const landfall = Command.make("landfall").pipe(
  Command.withDescription("Open maritime visibility: container tracking alerts as signed webhooks"),
  Command.withSubcommands([
    serveCommand,
    workerCommand,
    listenCommand,
    accountsCommand,
    keysCommand,
    importCommand,
    zonesCommand,
    congestionCommand,
    routeCommand,
    co2Command,
    migrateCommand,
    configCommand
  ]),
  Command.run({ version: VERSION })
)
