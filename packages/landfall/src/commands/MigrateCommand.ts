import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { withDatabase } from "../settings/Database.ts"
import { readSettings } from "../settings/Settings.ts"
import { formatDatabase } from "../settings/SettingValues.ts"

export const migrateCommand = Command.make(
  "migrate",
  {},
  Effect.fnUntraced(function* () {
    const { database } = yield* readSettings
    yield* withDatabase(Console.log(`The database ${formatDatabase(database)} is up to date.`))
  })
).pipe(
  Command.withDescription(
    "Bring the database schema up to date; every other command that uses the database does so too"
  )
)
