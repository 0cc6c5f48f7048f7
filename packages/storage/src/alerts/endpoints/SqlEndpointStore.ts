import { AccountId } from "@landfall/core/accounts/Account"
import { EndpointId, EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import {
  applyChange,
  type CredentialsChange,
  type Endpoint,
  type EndpointCredentials,
  EndpointStore
} from "@landfall/core/alerts/endpoints/Endpoint"
import { ownerChange, REENABLED } from "@landfall/core/alerts/endpoints/EndpointCondition"
import { SecretBox } from "@landfall/core/alerts/sending/SecretBox"
import type { SecretRing } from "@landfall/core/alerts/sending/SigningSecret"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { makeAccountCounts } from "../../limits/AccountCounts.ts"
import { openRing, SecretRingRow, sealHeaders, sealRing, sealUrlSecret } from "../../secrets/SealedSecrets.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { listPage } from "../../sql/ListPage.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makeEndpointQueues } from "../queue/EndpointQueues.ts"
import { skipDeliveries } from "../queue/OpenDeliveries.ts"
import { makeEndpointHealthRows } from "./EndpointHealthRows.ts"
import { ENDPOINT_COLUMNS, EndpointRow } from "./EndpointRow.ts"

const EndpointKey = Schema.Struct({ accountId: AccountId, id: EndpointId })
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(EndpointRow))
const encodeRow = Schema.encodeEffect(EndpointRow)
const encodeRing = Schema.encodeEffect(SecretRingRow)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const box = yield* SecretBox
  const clock = yield* LeaseClock
  const queues = makeEndpointQueues(sql)
  const health = makeEndpointHealthRows(sql)
  const counts = yield* makeAccountCounts
  const columns = sql.literal(ENDPOINT_COLUMNS)
  const { forChange, unlocked } = rowLocks(sql)

  const owned = ({ accountId, id }: { readonly accountId: string; readonly id: string }) =>
    sql`id = ${id} AND account_id = ${accountId} AND removed_at IS NULL`

  const findOwned = (lock: Statement.Fragment) =>
    SqlSchema.findOneOption({
      Request: EndpointKey,
      Result: EndpointRow,
      execute: (key) => sql`SELECT ${columns} FROM endpoint WHERE ${owned(key)} ${lock}`
    })
  const findRing = (lock: Statement.Fragment) =>
    SqlSchema.findOneOption({
      Request: EndpointKey,
      Result: SecretRingRow,
      execute: (key) =>
        sql`SELECT secret, previous_secret, previous_secret_expires_at FROM endpoint WHERE ${owned(key)} ${lock}`
    })
  // The secrets and labels are deleted with the endpoint; the row stays for the log of its deliveries.
  const markRemoved = SqlSchema.findOneOption({
    Request: Schema.Struct({ ...EndpointKey.fields, at: Schema.DateTimeUtcFromMillis }),
    Result: Schema.Struct({ id: EndpointId }),
    execute: ({ at, ...key }) =>
      sql`UPDATE endpoint SET removed_at = ${at}, secret = '', previous_secret = NULL, previous_secret_expires_at = NULL,
          headers = NULL, url_secret = NULL, header_names = '[]', description = NULL, metadata = '{}', filter_types = NULL
        WHERE ${owned(key)} RETURNING id`
  })

  const existing = (lock: Statement.Fragment) => {
    const find = findOwned(lock)
    return Effect.fnUntraced(function* (accountId: AccountId, id: EndpointId) {
      const endpoint = yield* find({ accountId, id })
      return Option.isSome(endpoint) ? endpoint.value : yield* new EndpointNotFound({ id })
    })
  }
  const existingRing = (lock: Statement.Fragment) => {
    const find = findRing(lock)
    return Effect.fnUntraced(function* (accountId: AccountId, id: EndpointId) {
      const row = yield* find({ accountId, id })
      return Option.isSome(row) ? yield* openRing(box, row.value) : yield* new EndpointNotFound({ id })
    })
  }
  const findForChange = existing(forChange)
  const ringForChange = existingRing(forChange)

  const create = Effect.fn("EndpointStore.create")(
    function* (endpoint: Endpoint, credentials: EndpointCredentials) {
      const ring = yield* encodeRing(yield* sealRing(box, credentials.secrets))
      const headers = yield* sealHeaders(box, credentials.headers)
      const urlSecret = yield* sealUrlSecret(box, Option.fromUndefinedOr(credentials.urlSecret))
      yield* counts.addEndpoint(endpoint.accountId)
      yield* counts.checkRemovedEndpoints(endpoint.accountId, endpoint.createdAt)
      yield* sql`INSERT INTO endpoint ${sql.insert({ ...(yield* encodeRow(endpoint)), ...ring, headers, urlSecret })}`
      yield* sql`INSERT INTO endpoint_queue ${sql.insert({ endpointId: endpoint.id })}`
    },
    sql.withTransaction,
    mapToStorageError("EndpointStore.create")
  )

  const disable = Effect.fnUntraced(function* ({ accountId, id }: Endpoint, now: DateTime.Utc) {
    yield* sql`UPDATE endpoint SET disabled_reason = 'owner' WHERE account_id = ${accountId} AND id = ${id}`
    yield* skipDeliveries(sql, id, { _tag: "EndpointDisabled", at: now })
    yield* queues.reschedule([id], yield* clock.now)
  })

  const enable = Effect.fnUntraced(function* ({ accountId, id }: Endpoint) {
    yield* sql`UPDATE endpoint SET paused_until = NULL, disabled_reason = NULL
      WHERE account_id = ${accountId} AND id = ${id}`
    yield* health.write([{ endpoint: { accountId, id }, ...REENABLED }])
    yield* queues.advanceAll(id, yield* clock.now)
  })

  /** Makes the deliveries due that wait for earlier ones of their shipment. */
  const releaseWaiting = Effect.fnUntraced(function* (id: EndpointId) {
    const released = yield* sql`UPDATE delivery SET state = 'pending'
      WHERE endpoint_id = ${id} AND state = 'waiting' AND due_at IS NOT NULL RETURNING message_id`.values
    if (released.length > 0) yield* queues.wake([id], yield* clock.now)
  })

  const writeSecrets = Effect.fnUntraced(function* (
    accountId: AccountId,
    id: EndpointId,
    change: (ring: SecretRing) => SecretRing
  ) {
    const ring = change(yield* ringForChange(accountId, id))
    const row = yield* encodeRing(yield* sealRing(box, ring))
    yield* sql`UPDATE endpoint SET ${sql.update(row)} WHERE account_id = ${accountId} AND id = ${id}`
    return ring
  })

  const modify = Effect.fn("EndpointStore.modify")(
    function* (
      accountId: AccountId,
      id: EndpointId,
      modifyEndpoint: (endpoint: Endpoint) => Endpoint,
      { headers, secrets, urlSecret }: CredentialsChange = {}
    ) {
      const current = yield* findForChange(accountId, id)
      const now = yield* DateTime.now
      const after = applyChange(current, modifyEndpoint(current), now)
      const row = yield* encodeRow(after)
      const ofEndpoint = sql`account_id = ${accountId} AND id = ${id}`
      yield* sql`UPDATE endpoint SET ${sql.update(row, ["id", "accountId", "createdAt"])} WHERE ${ofEndpoint}`
      if (headers !== undefined) {
        yield* sql`UPDATE endpoint SET ${sql.update({ headers: yield* sealHeaders(box, headers) })} WHERE ${ofEndpoint}`
      }
      if (urlSecret !== undefined) {
        const sealed = yield* sealUrlSecret(box, urlSecret)
        yield* sql`UPDATE endpoint SET ${sql.update({ urlSecret: sealed })} WHERE ${ofEndpoint}`
      }
      if (secrets !== undefined) yield* writeSecrets(accountId, id, secrets)
      const change = ownerChange(current, after)
      if (change === "disable") yield* disable(after, now)
      if (change === "enable") yield* enable(after)
      if (current.ordering === "shipment" && after.ordering === "none") yield* releaseWaiting(id)
      return after
    },
    sql.withTransaction,
    mapToStorageError("EndpointStore.modify")
  )

  const remove = Effect.fn("EndpointStore.remove")(
    function* (accountId: AccountId, id: EndpointId, at: DateTime.Utc) {
      const removed = yield* markRemoved({ accountId, id, at })
      if (Option.isNone(removed)) return yield* new EndpointNotFound({ id })
      yield* sql`DELETE FROM registration WHERE account_id = ${accountId} AND endpoint_id = ${id}`
      yield* sql`DELETE FROM port_watch WHERE account_id = ${accountId} AND endpoint_id = ${id}`
      yield* skipDeliveries(sql, id, { _tag: "EndpointDeleted", at })
      yield* queues.reschedule([id], yield* clock.now)
    },
    sql.withTransaction,
    mapToStorageError("EndpointStore.remove")
  )

  const modifySecrets = Effect.fn("EndpointStore.modifySecrets")(
    writeSecrets,
    sql.withTransaction,
    mapToStorageError("EndpointStore.modifySecrets")
  )

  return EndpointStore.of({
    create,
    find: Effect.fn("EndpointStore.find")(existing(unlocked), mapToStorageError("EndpointStore.find")),
    list: Effect.fn("EndpointStore.list")(
      (accountId, page, applicationId) =>
        listPage(
          sql,
          page,
          "oldest first",
          ({ where, orderAndLimit }) =>
            sql`SELECT ${columns} FROM endpoint WHERE account_id = ${accountId} AND removed_at IS NULL
              AND ${applicationId === undefined ? sql`1 = 1` : sql`application_id = ${applicationId}`}
              AND ${where} ${orderAndLimit}`,
          decodeRows
        ),
      mapToStorageError("EndpointStore.list")
    ),
    modify,
    remove,
    secrets: Effect.fn("EndpointStore.secrets")(existingRing(unlocked), mapToStorageError("EndpointStore.secrets")),
    modifySecrets
  })
})

/** `EndpointStore` in the table `endpoint`, with the secrets sealed by `SecretBox`. */
export const layer = Layer.effect(EndpointStore, make)
