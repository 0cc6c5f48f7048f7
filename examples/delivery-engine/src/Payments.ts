import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { draftMessage } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { CallerTransaction } from "@landfall/storage/sql/CallerTransaction"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** A customer of the service, with the account and the endpoint that its webhooks go to. */
export interface Customer {
  readonly id: number
  readonly accountId: AccountId
  readonly endpointId: EndpointId
}

export class InsufficientFunds extends Schema.TaggedError<InsufficientFunds>()("InsufficientFunds", {
  customer: Schema.Int
}) {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const outbox = yield* Outbox
  const { join } = yield* CallerTransaction

  yield* sql`CREATE TABLE IF NOT EXISTS account (customer integer PRIMARY KEY, cents bigint NOT NULL)`
  yield* sql`CREATE TABLE IF NOT EXISTS payment (id serial PRIMARY KEY, customer integer NOT NULL, cents bigint NOT NULL)`

  /** Books a payment, and notifies the customer of it: both, or neither. */
  const settle = Effect.fn("Payments.settle")(function* ({ accountId, endpointId, id }: Customer, cents: number) {
    const at = yield* DateTime.now
    const [row] = yield* sql<{ readonly id: number }>`
      INSERT INTO payment (customer, cents) VALUES (${id}, ${cents}) RETURNING id`
    const message = draftMessage({
      type: "payment.settled",
      at,
      data: { payment: row?.id, cents },
      endpointIds: [endpointId]
    })
    yield* join(sql)(outbox.post(accountId, message, at))
    // A later step that fails takes the payment and the webhook with it.
    const [booked] = yield* sql`
      UPDATE account SET cents = cents - ${cents} WHERE customer = ${id} AND cents >= ${cents} RETURNING cents`
    if (booked === undefined) return yield* new InsufficientFunds({ customer: id })
  }, sql.withTransaction)

  const open = Effect.fn("Payments.open")((customer: number, cents: number) =>
    Effect.asVoid(sql`INSERT INTO account VALUES (${customer}, ${cents})`)
  )
  const count = Effect.map(
    sql<{ readonly count: number }>`SELECT count(*)::int AS count FROM payment`,
    ([row]) => row?.count ?? 0
  )
  return { settle, open, count }
})

export class Payments extends Context.Service<Payments, Effect.Success<typeof make>>()("payments/Payments") {
  static readonly layer = Layer.effect(Payments, make)
}
