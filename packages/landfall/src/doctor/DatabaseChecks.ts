import type { StoredEgressMode } from "@landfall/core/alerts/egress/EgressMode"
import {
  checkWritable,
  findOwner,
  hasEndpoints,
  hasUnfinishedMove,
  measureBacklog,
  measureClockLead,
  readEgressMode,
  readEndpointUrls,
  readPartHolders,
  readSessionLimit,
  readWorkers
} from "@landfall/storage/inspection/DatabaseInspection"
import { NEWEST_MIGRATION, newestApplied } from "@landfall/storage/Migrations"
import { databaseFiles } from "@landfall/storage/sqlite/FileIdentity"
import { findWideMode } from "@landfall/storage/sqlite/FileMode"
import { findDamage } from "@landfall/storage/transfer/SqliteSnapshot"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type DatabaseLocation, formatDatabase } from "../settings/DatabaseLocation.ts"
import { hasSqliteFile } from "../settings/ExistingDatabase.ts"
import { secretsKeyPath } from "../settings/SecretsKey.ts"
import type { Settings } from "../settings/Settings.ts"
import { decryptsSecrets, findSecretsKey } from "../transfer/DatabaseKey.ts"
import { openDatabase } from "../transfer/OpenDatabase.ts"
import { reasonOf } from "../transfer/TransferFailed.ts"
import { assessBacklog, assessClock, assessParts, assessSchema, assessSessions, assessWorkers } from "./Assessments.ts"
import { type Finding, failed, ok, warning } from "./Finding.ts"

/** The findings about a database, and the URLs of its endpoints, for the checks of the network. */
export interface InspectedDatabase {
  readonly findings: ReadonlyArray<Finding>
  readonly endpointUrls: ReadonlyArray<string>
  /** The egress mode, as a server has stored it. */
  readonly egressMode: Option.Option<StoredEgressMode>
}

/** The endpoints whose targets are checked. */
const MAX_ENDPOINTS = 200

const checkFileMode = (check: string, path: string): ReadonlyArray<Finding> =>
  Option.match(findWideMode(path), {
    onNone: () => [],
    onSome: ({ mode, proper }) => [
      warning(check, `Other users can read ${path} (mode ${mode}).`, `Run: chmod ${proper} ${path}`)
    ]
  })

/** The files of the database and its key that other users can read. */
const checkFileModes = (settings: Settings, database: DatabaseLocation): ReadonlyArray<Finding> => {
  const { database: first, secretsKey } = settings
  return [
    ...(database._tag === "SqliteFile" ? databaseFiles(database.path) : []).flatMap((path) =>
      checkFileMode("database files", path)
    ),
    ...(Option.isSome(secretsKey) ? [] : checkFileMode("secrets key file", secretsKeyPath(settings, first)))
  ]
}

const checkSecretsKey = Effect.fnUntraced(function* (settings: Settings, sql: SqlClient.SqlClient) {
  const check = "secrets key"
  const path = secretsKeyPath(settings, settings.database)
  const key = yield* findSecretsKey(settings, settings.database)
  const where = Option.isSome(settings.secretsKey) ? "LANDFALL_SECRETS_KEY" : path
  if (yield* decryptsSecrets(sql, key)) {
    if (Option.isSome(key) && !(yield* hasEndpoints(sql)))
      return ok(check, `There is a key in ${where}, and no signing secret yet.`)
    return Option.isSome(key)
      ? ok(check, `The key in ${where} decrypts the signing secrets.`)
      : warning(
          check,
          `There is no key in ${path}.`,
          "Nothing to do on a new database: the first start creates the key."
        )
  }
  return Option.isSome(key)
    ? failed(
        check,
        `The key in ${where} does not decrypt the signing secrets.`,
        "Set LANDFALL_SECRETS_KEY to the key that was used, or restore the key file from the backup."
      )
    : failed(
        check,
        `The key file ${path} is missing.`,
        `Restore ${path} from the backup, or set LANDFALL_SECRETS_KEY to the key that was used.`
      )
})

/** The damage of a SQLite database, which a server may not have read yet. */
const checkPages = (sql: SqlClient.SqlClient, name: string) =>
  sql.onDialectOrElse({
    pg: () => Effect.succeed<ReadonlyArray<Finding>>([]),
    orElse: () =>
      Effect.map(
        findDamage(sql),
        ([fault]): ReadonlyArray<Finding> =>
          fault === undefined
            ? []
            : [
                failed(
                  "database",
                  `${name} is damaged: ${fault}.`,
                  "Stop every process that uses it, and restore a backup, or recover what is readable with the .recover command of sqlite3."
                )
              ]
      )
  })

/** Whether a database has the vessels and ports of the installation. */
const isHome = ({ cells, database }: Settings, inspected: DatabaseLocation): boolean =>
  inspected === Option.getOrElse(cells, () => [{ database }])[0]?.database

const inspectOpened = Effect.fnUntraced(function* (
  settings: Settings,
  database: DatabaseLocation,
  sql: SqlClient.SqlClient
) {
  const check = "database"
  const name = formatDatabase(database)
  const owner = yield* findOwner(sql)
  if (owner === "nobody") {
    return {
      findings: [warning(check, `${name} is empty.`, "Nothing to do: the first start creates the tables.")],
      endpointUrls: [],
      egressMode: Option.none()
    }
  }
  if (owner === "another program") {
    return {
      findings: [
        failed(check, `${name} belongs to another program.`, "Set LANDFALL_DATABASE_URL to another database.")
      ],
      endpointUrls: [],
      egressMode: Option.none()
    }
  }
  const schema = assessSchema(yield* Effect.provideService(newestApplied, SqlClient.SqlClient, sql), NEWEST_MIGRATION)
  if (schema.status === "failed")
    return { findings: [ok(check, `${name} responds.`), schema], endpointUrls: [], egressMode: Option.none() }
  const findings: ReadonlyArray<Finding> = [
    (yield* checkWritable(sql))
      ? ok(check, `${name} responds and accepts writes.`)
      : failed(
          check,
          `${name} accepts no writes.`,
          "Connect to the primary server, not to a standby, with a user that may write."
        ),
    ...((yield* hasUnfinishedMove(sql))
      ? [
          failed(
            "move",
            "A move into this database was not finished, so that rows are missing.",
            "Run the same landfall move again: it continues."
          )
        ]
      : []),
    schema,
    ...(yield* checkPages(sql, name)),
    assessClock(yield* measureClockLead(sql)),
    ...(schema.status === "ok"
      ? [assessBacklog(yield* measureBacklog(sql)), assessWorkers(yield* readWorkers(sql))]
      : []),
    ...Option.match(yield* readSessionLimit(sql), {
      onNone: () => [],
      onSome: (sessions) => [assessSessions(sessions)]
    }),
    ...(isHome(settings, database) && schema.status === "ok"
      ? assessParts(settings.aisParts, settings.ais.length > 0, yield* readPartHolders(sql))
      : []),
    yield* checkSecretsKey(settings, sql),
    ...checkFileModes(settings, database)
  ]
  const [endpointUrls, egressMode] = [yield* readEndpointUrls(sql, MAX_ENDPOINTS), yield* readEgressMode(sql)]
  return { findings, endpointUrls, egressMode }
})

/**
 * Inspects a database, its clock, schema and key, which the cells of an installation share. Creates and migrates nothing.
 *
 * @param database by default that of the settings
 */
export const inspectDatabase = (settings: Settings, database: DatabaseLocation = settings.database) => {
  const name = formatDatabase(database)
  if (database._tag === "SqliteFile" && !hasSqliteFile(database.path)) {
    const absent = warning(
      "database",
      `${name} does not exist.`,
      "Nothing to do on a new installation: the first start creates it. Otherwise check LANDFALL_DATABASE_URL and the folder."
    )
    return Effect.succeed<InspectedDatabase>({ findings: [absent], endpointUrls: [], egressMode: Option.none() })
  }
  return openDatabase(database, { exclusive: false }).pipe(
    Effect.flatMap((sql) => inspectOpened(settings, database, sql)),
    Effect.scoped,
    Effect.catch((error) =>
      Effect.succeed<InspectedDatabase>({
        findings: [
          failed(
            "database",
            `${name} cannot be used: ${reasonOf(error)}.`,
            "Check LANDFALL_DATABASE_URL, the database and its privileges."
          )
        ],
        endpointUrls: [],
        egressMode: Option.none()
      })
    )
  )
}
