import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import process from "node:process"
import { test } from "node:test"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import { Effect, Layer, Redacted } from "effect"
import { Webhook } from "standardwebhooks"
import { addCustomer } from "../src/Customers.ts"
import { clientLayer, storageLayer } from "../src/Database.ts"
import { Payments } from "../src/Payments.ts"
import * as Webhooks from "../src/Webhooks.ts"

const url = process.env.DATABASE_URL
if (url === undefined)
  throw new Error("Set DATABASE_URL to a Postgres database for this test, such as postgres://localhost/payments")

/** A receiver on loopback: its URL, and the headers and body of the first webhook. */
const startReceiver = async () => {
  const server = createServer()
  const first = new Promise<{ readonly headers: Record<string, string>; readonly body: string }>((resolve) => {
    server.on("request", async (request, response) => {
      let body = ""
      for await (const chunk of request) body += chunk
      response.writeHead(204).end()
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      resolve({ headers: Object.fromEntries(headers), body })
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return { url: `http://127.0.0.1:${port}/webhooks`, first, close: () => server.close() }
}

const database = storageLayer(url, "a key of at least 16 characters").pipe(Layer.provideMerge(clientLayer(url)))
// Receivers on this machine are allowed for the test; the default is the public internet alone.
const service = Layer.merge(Payments.layer, Webhooks.layer({ mode: "loopback" })).pipe(Layer.provideMerge(database))

const messagesOf = Effect.fnUntraced(function* (customer: Effect.Success<ReturnType<typeof addCustomer>>["customer"]) {
  const page = yield* (yield* MessageLog).messages(customer.accountId, {}, FIRST_PAGE_REQUEST)
  return page.data.map(({ type }) => type)
})

test("a payment and its webhook are stored together, and the webhook arrives with a valid signature", async () => {
  const receiver = await startReceiver()
  try {
    await Effect.runPromise(
      Effect.gen(function* () {
        const payments = yield* Payments
        const { customer, secret } = yield* addCustomer(Date.now() % 1_000_000_000, receiver.url)
        yield* payments.open(customer.id, 10_000)
        yield* payments.settle(customer, 2_500)
        const { body, headers } = yield* Effect.promise(() => receiver.first)
        const verified = new Webhook(Redacted.value(secret)).verify(body, headers)
        assert.equal(headers["user-agent"], "Landfall/1.0.0")
        assert.equal(Object(verified).type, "payment.settled")
        assert.equal(Object(verified).data.cents, 2_500)
      }).pipe(Effect.provide(service))
    )
  } finally {
    receiver.close()
  }
})

test("a payment that fails leaves neither a row nor a webhook", async () => {
  await Effect.runPromise(
    Effect.gen(function* () {
      const payments = yield* Payments
      const { customer } = yield* addCustomer((Date.now() % 1_000_000_000) + 1, "http://127.0.0.1:9/webhooks")
      yield* payments.open(customer.id, 1_000)
      const before = yield* payments.count
      const error = yield* Effect.flip(payments.settle(customer, 2_500))
      assert.equal(error._tag, "InsufficientFunds")
      assert.equal(yield* payments.count, before)
      assert.deepEqual(yield* messagesOf(customer), [])
      yield* payments.settle(customer, 500)
      assert.deepEqual(yield* messagesOf(customer), ["payment.settled"])
    }).pipe(Effect.provide(service))
  )
})
