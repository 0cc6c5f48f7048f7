import { Command } from "effect/cli"
import { accountsCommand } from "./commands/AccountsCommand.ts"
import { co2Command } from "./commands/Co2Command.ts"
import { configCommand } from "./commands/ConfigCommand.ts"
import { congestionCommand } from "./commands/CongestionCommand.ts"
import { keysCommand } from "./commands/KeysCommand.ts"
import { listenCommand } from "./commands/ListenCommand.ts"
import { migrateCommand } from "./commands/MigrateCommand.ts"
import { routeCommand } from "./commands/RouteCommand.ts"
import { serveCommand } from "./commands/ServeCommand.ts"
import { workerCommand } from "./commands/WorkerCommand.ts"
import { zonesCommand } from "./commands/ZonesCommand.ts"
import { importCommand } from "./import/ImportCommand.ts"
import { VERSION } from "./service/Version.ts"

/** The `landfall` command. */
export const landfallCommand = Command.make("landfall").pipe(
  Command.withDescription(
    "Open maritime visibility: container tracking alerts as signed webhooks, port congestion, sea routes and vessel CO2"
  ),
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
