import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { withDatabase } from "../settings/Database.ts"
import { maskPassword, readSettings } from "../settings/Settings.ts"

export const migrateCommand = Command.make(
  "migrate",
  {},
  Effect.fnUntraced(function* () {
    const { databaseUrl } = yield* readSettings
    yield* withDatabase(Console.log(`The database ${maskPassword(databaseUrl)} is up to date.`))
  })
).pipe(Command.withDescription("Bring the database up to date; `serve` does so by itself"))
