import { Effect, FileSystem, Option, Path, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { secretsKeyPath } from "../settings/SecretsKey.ts"
import type { Settings } from "../settings/Settings.ts"
import { BackupEntry } from "./BackupArchive.ts"
import { decryptsSecrets, isSameKey, readKeyFile, writeKeyFile } from "./DatabaseKey.ts"
import { TransferFailed } from "./TransferFailed.ts"

/** The change of the key file when a backup is restored. */
export type KeyPlan =
  /** LANDFALL_SECRETS_KEY holds the key. */
  | { readonly _tag: "UseSetting" }
  /** The key file is there already, or the database has no secrets and no key. */
  | { readonly _tag: "LeaveKeyFile" }
  | { readonly _tag: "WriteKeyFile"; readonly key: Redacted.Redacted<string>; readonly replaces: boolean }

const reject = (message: string) => Effect.fail(new TransferFailed({ message: `${message} Nothing was changed.` }))

/**
 * Plans the key file of a backup that was extracted to a folder: finds the key that decrypts its secrets, and decides
 * whether its file must be written.
 */
export const planKey = Effect.fnUntraced(function* (
  settings: Settings,
  folder: string,
  copy: SqlClient.SqlClient,
  force: boolean
) {
  const path = yield* Path.Path
  const included = yield* readKeyFile(path.join(folder, BackupEntry.key))
  if (Option.isSome(settings.secretsKey)) {
    if (yield* decryptsSecrets(copy, settings.secretsKey)) return { _tag: "UseSetting" } satisfies KeyPlan
    return yield* reject(
      Option.isSome(included)
        ? "LANDFALL_SECRETS_KEY does not decrypt the signing secrets of this backup: unset it, so that the key in the backup is used, or set it to the key that was used when the backup was made."
        : "LANDFALL_SECRETS_KEY does not decrypt the signing secrets of this backup: set it to the key that was used when the backup was made."
    )
  }
  const keyPath = secretsKeyPath(settings, settings.database)
  const existing = yield* readKeyFile(keyPath)
  if (Option.isNone(included)) {
    if (yield* decryptsSecrets(copy, existing)) return { _tag: "LeaveKeyFile" } satisfies KeyPlan
    return yield* reject(
      Option.isSome(existing)
        ? `The backup has no key, and the key file ${keyPath} does not decrypt its signing secrets: set LANDFALL_SECRETS_KEY to the key that was used when the backup was made.`
        : "The backup has no key, because LANDFALL_SECRETS_KEY was set when it was made: set LANDFALL_SECRETS_KEY to that key."
    )
  }
  if (!(yield* decryptsSecrets(copy, included))) {
    return yield* reject("The key in the backup does not decrypt its signing secrets: use another backup.")
  }
  if (Option.isNone(existing)) return { _tag: "WriteKeyFile", key: included.value, replaces: false } satisfies KeyPlan
  if (isSameKey(existing.value, included.value)) return { _tag: "LeaveKeyFile" } satisfies KeyPlan
  if (force) return { _tag: "WriteKeyFile", key: included.value, replaces: true } satisfies KeyPlan
  return yield* reject(
    `The key file ${keyPath} exists and differs from the key in the backup: move it away if no database needs it, or replace it with --force, which retains it under another name.`
  )
})

/** Writes the key file as planned. A key file that is replaced is retained under another name, which is returned. */
export const applyKeyPlan = Effect.fnUntraced(function* (settings: Settings, plan: KeyPlan, suffix: string) {
  if (plan._tag !== "WriteKeyFile") return Option.none<string>()
  const files = yield* FileSystem.FileSystem
  const keyPath = secretsKeyPath(settings, settings.database)
  const retained = `${keyPath}${suffix}`
  if (!plan.replaces) {
    yield* writeKeyFile(keyPath, plan.key)
    return Option.none<string>()
  }
  // Written before the former file loses its name: the disk can be full.
  const written = `${keyPath}${suffix}.new`
  yield* writeKeyFile(written, plan.key)
  yield* files.rename(keyPath, retained)
  yield* files.rename(written, keyPath)
  return Option.some(retained)
})
