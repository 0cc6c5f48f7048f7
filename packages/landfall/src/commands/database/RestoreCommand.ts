import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { formatDatabase } from "../../settings/DatabaseLocation.ts"
import { secretsKeyPath } from "../../settings/SecretsKey.ts"
import { readSettings, type Settings } from "../../settings/Settings.ts"
import { jsonFlag, printJson } from "../../terminal/JsonOutput.ts"
import { endProgress } from "../../terminal/Progress.ts"
import { restoreBackup } from "../../transfer/RestoreBackup.ts"
import type { KeyPlan } from "../../transfer/RestoreKey.ts"
import { printDigests } from "../../transfer/TransferReport.ts"

const keySentence = (settings: Settings, key: KeyPlan["_tag"]): string => {
  const path = secretsKeyPath(settings, settings.database)
  switch (key) {
    case "UseSetting":
      return "LANDFALL_SECRETS_KEY decrypts the signing secrets: set it for every server and worker."
    case "WriteKeyFile":
      return `The key of the backup is in ${path}.`
    case "LeaveKeyFile":
      return `The key file ${path} was not changed.`
  }
}

export const restoreCommand = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("File that landfall backup wrote")),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription(
        "Replace a database that is not empty; a SQLite file and its key file are retained under other names"
      ),
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ file, force, json }) {
    const settings = yield* readSettings
    const { key, manifest, retained, tables } = yield* Effect.ensuring(
      restoreBackup(settings, file, force),
      endProgress
    )
    const database = formatDatabase(settings.database)
    if (json) return yield* printJson({ database, createdAt: manifest.createdAt, retained, tables })
    yield* Console.log(`${database} is restored from ${file}, the backup of ${manifest.createdAt}, and verified.`)
    yield* printDigests(tables)
    for (const path of retained) yield* Console.log(`The previous database is retained as ${path}.`)
    yield* Console.log(keySentence(settings, key))
    yield* Console.log("The API keys in the backup are valid again. Start the server with: landfall serve")
  })
)
