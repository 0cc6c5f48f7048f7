import { AccountId } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import {
  addOutcomes,
  NO_TRANSHIPMENTS,
  type TranshipmentOutcomes,
  TranshipmentRecord
} from "@landfall/core/tracking/transhipments/TranshipmentRecord"
import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const RecordJson = Schema.fromJsonString(TranshipmentRecord)
const decodeRecord = Schema.decodeUnknownEffect(RecordJson)
const encodeRecord = Schema.encodeEffect(RecordJson)

/** The maximum number of accounts whose decoded records stay in memory. */
const MAX_CACHED = 200

/** The plan of an account and the record of its completed shipments, which every decision reads. */
export const makeTranshipmentRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // By account: the text of a record and its decoded form. The text is compared, so that it may be that of a transaction
  // that was rolled back.
  const decoded = new Map<AccountId, { readonly text: string; readonly record: TranshipmentRecord }>()

  const find = SqlSchema.findOneOption({
    Request: AccountId,
    Result: Schema.Struct({ plan: Plan, record: Schema.NullOr(Schema.String) }),
    execute: (accountId) => sql`SELECT a.plan, r.record FROM account AS a
      LEFT JOIN transhipment_record AS r ON r.account_id = a.id WHERE a.id = ${accountId}`
  })

  const decode = Effect.fnUntraced(function* (accountId: AccountId, text: string) {
    const cached = decoded.get(accountId)
    if (cached?.text === text) return cached.record
    const record = yield* decodeRecord(text)
    if (decoded.size >= MAX_CACHED) decoded.clear()
    decoded.set(accountId, { text, record })
    return record
  })

  const read = Effect.fnUntraced(function* (accountId: AccountId) {
    const account = yield* find(accountId)
    if (Option.isNone(account)) return { plan: "free" as const, record: undefined }
    const { plan, record } = account.value
    return { plan, record: record === null ? undefined : yield* decode(accountId, record) }
  })

  /** Adds outcomes to the record of an account; use it inside a transaction that holds its lock. */
  const add = Effect.fnUntraced(function* (accountId: AccountId, outcomes: ReadonlyArray<TranshipmentOutcomes>) {
    if (outcomes.length === 0) return
    const { record = NO_TRANSHIPMENTS } = yield* read(accountId)
    const text = yield* encodeRecord(outcomes.reduce(addOutcomes, record))
    yield* sql`INSERT INTO transhipment_record (account_id, record) VALUES (${accountId}, ${text})
      ON CONFLICT (account_id) DO UPDATE SET record = excluded.record`
  })

  return { read, add }
})

export type TranshipmentRows = Effect.Success<typeof makeTranshipmentRows>
