import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { readSettings } from "../../settings/Settings.ts"
import { jsonFlag, printJson } from "../../terminal/JsonOutput.ts"
import { endProgress } from "../../terminal/Progress.ts"
import { createBackup } from "../../transfer/CreateBackup.ts"
import { printDigests } from "../../transfer/TransferReport.ts"

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

export const backupCommand = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(Argument.withDescription("File to write, such as landfall-2026-11-22.tar")),
    force: Flag.Boolean("force").pipe(Flag.withDescription("Replace the file when it exists"), Flag.withDefault(false)),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ file, force, json }) {
    const settings = yield* readSettings
    const { bytes, manifest } = yield* Effect.ensuring(createBackup(settings, file, force), endProgress)
    if (json) return yield* printJson({ file, bytes, ...manifest })
    yield* Console.log(
      `${manifest.database} is backed up in ${file}: ${megabytes(bytes)}, schema ${manifest.schema}, read back and verified.`
    )
    yield* printDigests(manifest.tables)
    yield* Console.log(
      manifest.secretsKey === "included"
        ? "The backup contains the key that decrypts signing secrets: protect it like a password."
        : "The backup does not contain the key that decrypts signing secrets, because it is not in a key file: store LANDFALL_SECRETS_KEY with the backup."
    )
    yield* Console.log(
      "It contains no API key, only their hashes: the keys that callers have are valid after a restore."
    )
  })
)
