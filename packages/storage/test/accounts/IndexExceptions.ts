/**
 * The keys and indexes of tables of accounts that do not begin with the account, by the reason. `ids`: an id is unique among all
 * accounts, and rows of other tables refer to it. `lookup`: the account is what is looked for. `claim`: finds the next work of any
 * account. `pruning`: finds what has expired, of any account. `carrier`: finds the shipments of a carrier or the thresholds of a
 * port, of any account. `children`: the deliveries and attempts of a message or an endpoint, whose ids belong to one account.
 */
export const INDEX_EXCEPTIONS: Readonly<
  Record<"ids" | "lookup" | "claim" | "pruning" | "carrier" | "children", ReadonlyArray<string>>
> = {
  ids: [
    "api_key (id)",
    "application (id)",
    "carrier_event (id)",
    "credit_period (id)",
    "delivery_task (id)",
    "endpoint (id)",
    "message (id)",
    "message (shipment_id, id)",
    "port_watch (id)",
    "shipment (id)",
    "shipment_check (shipment_id)"
  ],
  lookup: ["api_key (hash)", "dashboard_token (hash)"],
  claim: [
    "delivery_task (next_at, id)",
    "endpoint_queue (next_at, served, endpoint_id)",
    "registration (demo_due_at, shipment_id, endpoint_id)",
    "shipment (review_at, id)",
    "shipment_check (due_at, shipment_id)",
    "shipment_check (scac, account_id, due_at, shipment_id)",
    "shipment_check (scac, due_at)",
    "shipment_check (scac, due_at, shipment_id)"
  ],
  pruning: ["dashboard_token (expires_at)", "idempotent_response (expires_at)"],
  carrier: ["port_watch (port, id)", "shipment (number, account_id)"],
  children: [
    "attempt (endpoint_id, started_at, message_id, number)",
    "attempt (message_id, endpoint_id, number)",
    "delivery (endpoint_id, message_id)",
    "delivery (endpoint_id, settled_at, message_id)",
    "delivery (endpoint_id, shipment_id, sequence)",
    "delivery (endpoint_id, state, due_at, message_id)",
    "delivery (message_id, endpoint_id)",
    "endpoint_queue (endpoint_id)"
  ]
}
