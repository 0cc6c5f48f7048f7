import {
  countEnd,
  Idempotency,
  IdempotencyKey,
  type IdempotentRequest,
  IdempotentRequestInFlight,
  isCounted,
  RequestOwner,
  repeatedResponse,
  responseExpiry,
  type StoredResponse,
  storedBytesOf
} from "@landfall/core/accounts/Idempotency"
import { checkLimit, Limits } from "@landfall/core/limits/Limits"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { accountFences } from "../sql/AccountFences.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"

/** The maximum number of expired responses that one request deletes, so that no request waits long. */
const EXPIRED_BATCH_SIZE = 100

const RequestKey = Schema.Struct({ owner: RequestOwner, operation: Schema.String, key: IdempotencyKey })

const StoredResponseRow = Schema.Struct({
  owner: RequestOwner,
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
  const { andUnfenced } = accountFences(sql)
  const limits = yield* Limits
  // Rejects a second request of this process; requests of other processes wait for the lock in the database.
  const inFlight = new Set<string>()

  const deleteExpired = SqlSchema.void({
    Request: Schema.DateTimeUtcFromMillis,
    execute: (now) => sql`DELETE FROM idempotent_response
      WHERE (owner, operation, idempotency_key) IN (
        SELECT owner, operation, idempotency_key FROM idempotent_response
        WHERE expires_at <= ${now} ${andUnfenced("owner")} ORDER BY expires_at LIMIT ${EXPIRED_BATCH_SIZE}
        ${locks.skipLocked}
      )`
  })
  const find = SqlSchema.findOneOption({
    Request: Schema.Struct({ ...RequestKey.fields, now: Schema.DateTimeUtcFromMillis }),
    Result: StoredResponseRow,
    execute: ({ owner, operation, key, now }) => sql`SELECT * FROM idempotent_response
      WHERE owner = ${owner} AND operation = ${operation} AND idempotency_key = ${key} AND expires_at > ${now}`
  })
  const insertResponse = SqlSchema.void({
    Request: StoredResponseRow,
    execute: (row) => sql`INSERT INTO idempotent_response ${sql.insert(row)}
      ON CONFLICT (owner, operation, idempotency_key) DO UPDATE SET
        fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
        expires_at = excluded.expires_at`
  })

  const decodeBytes = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ bytes: Schema.Int })]))

  /** Counts the bytes of a response; fails when its account has stored too many. */
  const countBytes = Effect.fnUntraced(function* ({ owner, now }: IdempotentRequest, response: StoredResponse) {
    if (!isCounted(owner)) return
    const until = countEnd(responseExpiry(now))
    const bytes = storedBytesOf(response)
    yield* sql`INSERT INTO idempotent_bytes (owner, counts_until, bytes) VALUES (${owner}, ${until}, ${bytes})
      ON CONFLICT (owner, counts_until) DO UPDATE SET bytes = idempotent_bytes.bytes + excluded.bytes`
    const sum = sql.onDialectOrElse({ pg: () => sql`sum(bytes)::BIGINT`, orElse: () => sql`sum(bytes)` })
    const rows = yield* sql`SELECT ${sum} AS bytes FROM idempotent_bytes
      WHERE owner = ${owner} AND counts_until > ${now.epochMilliseconds}`
    const [stored] = yield* decodeBytes(rows)
    yield* Effect.fromResult(checkLimit(limits, "account.idempotentBytes", stored.bytes))
  })

  const respondOnce = Effect.fnUntraced(function* <E, R>(
    name: string,
    request: IdempotentRequest,
    effect: Effect.Effect<StoredResponse, E, R>
  ) {
    yield* locks.lockName(name)
    const storedResponse = yield* find(request)
    if (Option.isSome(storedResponse)) {
      const { fingerprint, status, body } = storedResponse.value
      return yield* Effect.fromResult(repeatedResponse({ fingerprint, response: { status, body } }, request))
    }
    yield* deleteExpired(request.now)
    const response = yield* effect
    yield* insertResponse({
      owner: request.owner,
      operation: request.operation,
      idempotencyKey: request.key,
      fingerprint: request.fingerprint,
      status: response.status,
      body: response.body,
      expiresAt: responseExpiry(request.now)
    })
    yield* countBytes(request, response)
    return response
  })

  const once = <E, R, E2 = never, R2 = never>(
    request: IdempotentRequest,
    effect: Effect.Effect<StoredResponse, E, R>,
    before?: Effect.Effect<void, E2, R2>
  ) => {
    const prepared =
      before === undefined
        ? Effect.void
        : Effect.flatMap(find(request), (storedResponse) => (Option.isSome(storedResponse) ? Effect.void : before))
    const name = JSON.stringify([request.owner, request.operation, request.key])
    return Effect.acquireUseRelease(
      Effect.suspend(() => {
        if (inFlight.has(name)) return Effect.fail(new IdempotentRequestInFlight({ key: request.key }))
        inFlight.add(name)
        return Effect.void
      }),
      () => Effect.andThen(prepared, sql.withTransaction(respondOnce(name, request, effect))),
      () => Effect.sync(() => inFlight.delete(name))
    ).pipe(Effect.withSpan("Idempotency.once"), mapToStorageError("Idempotency.once"))
  }

  return Idempotency.of({ once })
})

/**
 * `Idempotency` in the table `idempotent_response`. Changes that `effect` makes in stores of the same database commit in
 * the transaction that stores its response.
 */
export const layer = Layer.effect(Idempotency, make)
