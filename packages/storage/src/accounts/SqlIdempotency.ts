import { AccountId } from "@landfall/core/accounts/Account"
import {
  IDEMPOTENCY_RETENTION_HOURS,
  Idempotency,
  IdempotencyKey,
  IdempotencyKeyReused,
  type IdempotentRequest,
  IdempotentRequestInFlight,
  type StoredResponse
} from "@landfall/core/accounts/Idempotency"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"

/** How many outlived answers one request clears away, so that none waits long. */
const EXPIRED_BATCH_SIZE = 100

const RequestKey = Schema.Struct({ accountId: AccountId, operation: Schema.String, key: IdempotencyKey })

const StoredResponseRow = Schema.Struct({
  accountId: AccountId,
  operation: Schema.String,
  idempotencyKey: IdempotencyKey,
  fingerprint: Schema.String,
  status: Schema.Int,
  body: Schema.String,
  expiresAt: Schema.DateTimeUtcFromMillis
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)
  // Two requests of one process meet here; those of several processes meet in the database, one after the other.
  const inFlight = new Set<string>()

  const clear = SqlSchema.void({
    Request: Schema.DateTimeUtcFromMillis,
    execute: (now) => sql`DELETE FROM idempotency_answer
      WHERE (account_id, operation, idempotency_key) IN (
        SELECT account_id, operation, idempotency_key FROM idempotency_answer
        WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${EXPIRED_BATCH_SIZE}
        ${locks.skipLocked}
      )`
  })
  const find = SqlSchema.findOneOption({
    Request: Schema.Struct({ ...RequestKey.fields, now: Schema.DateTimeUtcFromMillis }),
    Result: StoredResponseRow,
    execute: ({ accountId, operation, key, now }) => sql`SELECT * FROM idempotency_answer
      WHERE account_id = ${accountId} AND operation = ${operation} AND idempotency_key = ${key} AND expires_at > ${now}`
  })
  const keep = SqlSchema.void({
    Request: StoredResponseRow,
    execute: (row) => sql`INSERT INTO idempotency_answer ${sql.insert(row)}
      ON CONFLICT (account_id, operation, idempotency_key) DO UPDATE SET
        fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
        expires_at = excluded.expires_at`
  })

  const answer = Effect.fnUntraced(function* <E, R>(
    name: string,
    request: IdempotentRequest,
    effect: Effect.Effect<StoredResponse, E, R>
  ) {
    yield* locks.lockName(name)
    const known = yield* find(request)
    if (Option.isSome(known)) {
      const { fingerprint, status, body } = known.value
      if (fingerprint !== request.fingerprint) return yield* new IdempotencyKeyReused({ key: request.key })
      const first: StoredResponse = { status, body }
      return first
    }
    yield* clear(request.now)
    const given = yield* effect
    yield* keep({
      accountId: request.accountId,
      operation: request.operation,
      idempotencyKey: request.key,
      fingerprint: request.fingerprint,
      status: given.status,
      body: given.body,
      expiresAt: DateTime.add(request.now, { hours: IDEMPOTENCY_RETENTION_HOURS })
    })
    return given
  })

  const once = <E, R, E2 = never, R2 = never>(
    request: IdempotentRequest,
    effect: Effect.Effect<StoredResponse, E, R>,
    before?: Effect.Effect<void, E2, R2>
  ) => {
    const asked =
      before === undefined
        ? Effect.void
        : Effect.flatMap(find(request), (known) => (Option.isSome(known) ? Effect.void : before))
    const name = JSON.stringify([request.accountId, request.operation, request.key])
    return Effect.acquireUseRelease(
      Effect.suspend(() => {
        if (inFlight.has(name)) return Effect.fail(new IdempotentRequestInFlight({ key: request.key }))
        inFlight.add(name)
        return Effect.void
      }),
      () => Effect.andThen(asked, sql.withTransaction(answer(name, request, effect))),
      () => Effect.sync(() => inFlight.delete(name))
    ).pipe(Effect.withSpan("Idempotency.once"), mapToStorageError("Idempotency.once"))
  }

  return Idempotency.of({ once })
})

/**
 * `Idempotency` in the table `idempotency_answer`. What `effect` changes in stores of the same database belongs to the
 * transaction that keeps its answer.
 */
export const layer = Layer.effect(Idempotency, make)
