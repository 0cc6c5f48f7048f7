import { AccountId } from "@landfall/core/accounts/Account"
import { ApiKeyId } from "@landfall/core/accounts/ApiKey"
import {
  DashboardToken,
  DashboardTokenHash,
  DashboardTokenKind,
  DashboardTokenStore
} from "@landfall/core/accounts/DashboardToken"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { makeAccountCounts } from "../limits/AccountCounts.ts"
import { accountFences } from "../sql/AccountFences.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"

/** A row of `dashboard_token`. */
const DashboardTokenRow = Schema.Struct({
  hash: DashboardTokenHash,
  kind: DashboardTokenKind,
  keyId: ApiKeyId,
  applicationId: Schema.OptionFromNullOr(Schema.String),
  createdAt: Schema.DateTimeUtcFromMillis,
  expiresAt: Schema.DateTimeUtcFromMillis,
  usedAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis)
}).pipe(Schema.decodeTo(DashboardToken))

const encodeRow = Schema.encodeEffect(DashboardTokenRow)
const decodeAccount = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ id: AccountId })]))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const counts = yield* makeAccountCounts
  const { andUnfenced } = accountFences(sql)

  /** The account of the key that a token acts for. */
  const accountOf = Effect.fnUntraced(function* ({ keyId }: DashboardToken) {
    const [{ id }] = yield* decodeAccount(yield* sql`SELECT account_id AS id FROM api_key WHERE id = ${keyId}`)
    return id
  })

  const insert = Effect.fnUntraced(function* (token: DashboardToken, accountId: AccountId) {
    const row = yield* encodeRow(token)
    yield* sql`INSERT INTO dashboard_token ${sql.insert({ ...row, accountId })}`
  })
  const find = SqlSchema.findOneOption({
    Request: DashboardTokenHash,
    Result: DashboardTokenRow,
    execute: (hash) => sql`SELECT * FROM dashboard_token WHERE hash = ${hash}`
  })

  return DashboardTokenStore.of({
    add: Effect.fn("DashboardTokenStore.add")(
      function* (token, expiredBefore) {
        const accountId = yield* accountOf(token)
        yield* sql`DELETE FROM dashboard_token WHERE expires_at < ${expiredBefore} ${andUnfenced()}`
        yield* counts.addToken(accountId)
        yield* insert(token, accountId)
      },
      sql.withTransaction,
      mapToStorageError("DashboardTokenStore.add")
    ),
    find: (hash) => find(hash).pipe(mapToStorageError("DashboardTokenStore.find")),
    redeem: Effect.fn("DashboardTokenStore.redeem")(
      function* (link, session, at) {
        // The rule of `linkFaultOf`, in the statement that uses the link.
        const used = yield* sql`UPDATE dashboard_token SET used_at = ${at}
          WHERE hash = ${link} AND kind = 'link' AND used_at IS NULL AND expires_at > ${at} RETURNING hash`
        if (used.length === 0) return false
        yield* insert(session, yield* accountOf(session))
        return true
      },
      sql.withTransaction,
      mapToStorageError("DashboardTokenStore.redeem")
    ),
    remove: (hash) =>
      Effect.asVoid(sql`DELETE FROM dashboard_token WHERE hash = ${hash}`).pipe(
        mapToStorageError("DashboardTokenStore.remove")
      )
  })
})

/** `DashboardTokenStore` in the table `dashboard_token`. */
export const layer = Layer.effect(DashboardTokenStore, make)
