import process from "node:process"
import { Effect, Layer } from "effect"
import { addCustomer } from "./Customers.ts"
import { clientLayer, storageLayer } from "./Database.ts"
import { Payments } from "./Payments.ts"
import * as Webhooks from "./Webhooks.ts"

const url = process.env.DATABASE_URL ?? "postgres://localhost/payments"
const target = process.env.WEBHOOK_URL ?? "https://example.com/webhooks"

const service = Layer.merge(Payments.layer, Webhooks.layer()).pipe(
  Layer.provide(storageLayer(url, process.env.SECRETS_KEY ?? "a key of at least 16 characters")),
  Layer.provide(clientLayer(url))
)

const program = Effect.gen(function* () {
  const payments = yield* Payments
  const id = Math.floor(Math.random() * 1_000_000_000)
  const { customer } = yield* addCustomer(id, target)
  yield* payments.open(id, 10_000)
  yield* payments.settle(customer, 2_500)
  console.log(`Payment of customer ${id} is settled; its webhook is on its way to ${target}.`)
  yield* Effect.sleep("2 seconds")
})

await Effect.runPromise(program.pipe(Effect.provide(service)))
