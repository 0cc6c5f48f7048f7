import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { withStores } from "../../settings/Database.ts"
import { formatDatabase } from "../../settings/DatabaseLocation.ts"
import { readSettings } from "../../settings/Settings.ts"

export const migrateCommand = Command.make(
  "migrate",
  {},
  Effect.fnUntraced(function* () {
    const { database } = yield* readSettings
    yield* withStores(Layer.empty)(Console.log(`The database ${formatDatabase(database)} is up to date.`))
  })
)
