import { Accounts } from "@landfall/core/accounts/Accounts"
import { Endpoints, endpointDraft } from "@landfall/core/alerts/endpoints/Endpoints"
import { Effect } from "effect"
import type { Customer } from "./Payments.ts"

/** Opens an account of Landfall for a customer, with the endpoint that it has named. Returns its signing secret too. */
export const addCustomer = Effect.fnUntraced(function* (id: number, url: string) {
  const [accounts, endpoints] = [yield* Accounts, yield* Endpoints]
  const account = yield* accounts.create({ name: `Customer ${id}` })
  const draft = endpointDraft(url)
  yield* endpoints.checkTarget(account.id, draft)
  const endpoint = yield* endpoints.create(account.id, draft)
  const secret = yield* endpoints.secret(account.id, endpoint.id)
  const customer: Customer = { id, accountId: account.id, endpointId: endpoint.id }
  return { customer, secret }
})
