/**
 * Why a statement names rows of accounts without their account. `claim`: takes the next work of any account. `pruning`: deletes
 * what has expired, of any account. `export`: reads every account. `lookup`: looks up an API key or a token, from which the account
 * follows. `carrier`: concerns the shipments of a carrier. `operator`: concerns the whole installation.
 */
export type ExceptionReason = "claim" | "pruning" | "export" | "lookup" | "carrier" | "operator"

/** A statement that need not name the account, by how it begins in normal form. */
export interface StatementException {
  readonly begins: string
  readonly reason: ExceptionReason
  /** The dialect that alone has the statement. */
  readonly dialect?: "sqlite" | "pg"
}

/** Tables without `account_id`, with the columns by which statements reach their rows, and why. */
export const TABLES_BY_PARENT: Readonly<
  Record<string, { readonly columns: ReadonlyArray<string>; readonly reason: string }>
> = {
  attempt: { columns: ["message_id", "endpoint_id"], reason: "as `delivery`; decision 115" },
  delivery: {
    columns: ["message_id", "endpoint_id"],
    reason: "the largest tables, whose keys begin with the id of a message or an endpoint: decision 115"
  },
  endpoint_queue: { columns: ["endpoint_id"], reason: "the queue of an endpoint, whose id belongs to one account" }
}

/** Every exception. */
export const STATEMENT_EXCEPTIONS: ReadonlyArray<StatementException> = [
  { reason: "claim", begins: "SELECT q.endpoint_id, q.slot_at, q.postponed_until" },
  { reason: "claim", begins: "SELECT q.next_at FROM endpoint_queue AS q" },
  {
    reason: "claim",
    begins:
      "SELECT d.message_id, d.endpoint_id, d.attempts, d.attempts_before, d.manual, d.due_at, m.body FROM (rows) AS requested",
    dialect: "sqlite"
  },
  { reason: "claim", begins: "SELECT d.*, m.body FROM (rows) AS requested CROSS JOIN LATERAL", dialect: "pg" },
  { reason: "claim", begins: "SELECT next_at FROM delivery_task WHERE next_at IS NOT NULL AND kind" },
  { reason: "claim", begins: "SELECT * FROM delivery_task WHERE next_at IS NOT NULL AND kind" },
  { reason: "claim", begins: "SELECT * FROM shipment WHERE review_at <= ?", dialect: "sqlite" },
  { reason: "claim", begins: "SELECT review_at FROM shipment WHERE review_at IS NOT NULL" },
  {
    reason: "claim",
    begins: "SELECT * FROM registration WHERE demo_due_at <= ?",
    dialect: "sqlite"
  },
  { reason: "claim", begins: "SELECT demo_due_at FROM registration WHERE demo_due_at IS NOT NULL" },
  {
    reason: "claim",
    begins: "SELECT id FROM account WHERE id IN (SELECT account_id FROM shipment WHERE id IN (SELECT",
    dialect: "pg"
  },
  { reason: "claim", begins: "SELECT account_id, id FROM shipment WHERE status = 'tracking' AND id > ?" },
  { reason: "claim", begins: "SELECT * FROM (SELECT shipment_id, account_id, number, scac", dialect: "sqlite" },
  { reason: "claim", begins: "SELECT shipment_id, account_id, number, scac" },
  { reason: "claim", begins: "SELECT shipment_id FROM shipment_check WHERE scac = ? AND due_at <= ?" },
  { reason: "claim", begins: "SELECT min((SELECT min(c.due_at) FROM shipment_check AS c" },
  { reason: "claim", begins: "WITH RECURSIVE visited (account_id, number)" },
  {
    reason: "carrier",
    begins: "SELECT a.scac, a.day, a.used, a.quiet_until, (SELECT count(*) FROM (SELECT 1 FROM shipment_check"
  },
  {
    reason: "carrier",
    begins: "SELECT s.account_id, s.number, s.type, s.sealine, s.status FROM (rows) AS named CROSS JOIN shipment"
  },
  { reason: "carrier", begins: "UPDATE shipment_check SET due_at = ? WHERE scac IS NULL AND due_at > ?" },
  { reason: "pruning", begins: "DELETE FROM dashboard_token WHERE expires_at < ?" },
  { reason: "pruning", begins: "DELETE FROM delivery_task WHERE id IN (SELECT id FROM (rows) AS expired)" },
  {
    reason: "pruning",
    begins:
      "DELETE FROM idempotent_bytes WHERE (owner, counts_until) IN ( SELECT owner, counts_until FROM idempotent_bytes WHERE counts_until < ?"
  },
  {
    reason: "pruning",
    begins:
      "DELETE FROM idempotent_response WHERE (owner, operation, idempotency_key) IN ( SELECT owner, operation, idempotency_key FROM idempotent_response WHERE expires_at"
  },
  { reason: "pruning", begins: "DELETE FROM message WHERE id IN (SELECT id FROM (rows) AS done)" },
  {
    reason: "pruning",
    begins: "SELECT id FROM message WHERE id IN (SELECT id FROM (rows) AS requested) AND NOT EXISTS"
  },
  { reason: "pruning", begins: "SELECT id, created_at AS at FROM message WHERE id > ?" },
  { reason: "pruning", begins: "SELECT id, finished_at AS at FROM delivery_task WHERE id > ?" },
  { reason: "pruning", begins: "SELECT account_id, id FROM endpoint WHERE id > ?" },
  {
    reason: "pruning",
    begins: "SELECT account_id, id, received_at FROM carrier_event WHERE untracked_bytes IS NOT NULL"
  },
  { reason: "pruning", begins: "SELECT coalesce(sum(untracked_events), 0)" },
  { reason: "pruning", begins: "SELECT id AS account_id FROM account WHERE 1 = 1 ORDER BY untracked_bytes" },
  {
    reason: "export",
    begins: "SELECT id, account_id, shipment_id, type, example, created_at, body FROM message WHERE id > ? AND id < ?"
  },
  { reason: "export", begins: 'SELECT id FROM "account" WHERE id > ?' },
  { reason: "export", begins: 'SELECT id FROM "endpoint" WHERE id > ?' },
  { reason: "export", begins: "SELECT e.account_id, a.message_id, a.endpoint_id, a.number" },
  { reason: "export", begins: "SELECT (SELECT created_at FROM message ORDER BY id LIMIT 1)" },
  { reason: "export", begins: "SELECT min(hour) AS earliest FROM usage_hour" },
  { reason: "lookup", begins: "SELECT * FROM api_key WHERE hash" },
  { reason: "lookup", begins: "SELECT account_id AS id FROM api_key WHERE id = ?" },
  { reason: "lookup", begins: "UPDATE api_key SET revoked_at" },
  { reason: "lookup", begins: "UPDATE api_key SET last_used_at" },
  { reason: "lookup", begins: "SELECT * FROM dashboard_token WHERE hash = ?" },
  { reason: "lookup", begins: "DELETE FROM dashboard_token WHERE hash = ?" },
  { reason: "lookup", begins: "UPDATE dashboard_token SET used_at = ? WHERE hash = ?" },
  { reason: "operator", begins: "SELECT * FROM account ORDER BY created_at, id" },
  { reason: "operator", begins: "SELECT * FROM account WHERE 1 = 1 ORDER BY id" },
  { reason: "operator", begins: "SELECT * FROM account WHERE id < ?" },
  { reason: "operator", begins: "SELECT * FROM account WHERE id > ?" },
  {
    reason: "operator",
    begins:
      "SELECT (SELECT count(*) FROM ( SELECT 1 FROM ( SELECT endpoint_id, state FROM (SELECT endpoint_id FROM endpoint_queue WHERE next_at <= ?"
  },
  { reason: "operator", begins: "SELECT 1 FROM endpoint_queue WHERE postponed_reason = 'egress_policy'" },
  {
    reason: "operator",
    begins: "UPDATE endpoint_queue SET postponed_until = NULL, next_at = ? WHERE postponed_reason = 'egress_policy'"
  },
  { reason: "operator", begins: "SELECT 1 FROM endpoint WHERE removed_at IS NULL LIMIT 1" },
  { reason: "operator", begins: "SELECT secret FROM endpoint WHERE removed_at IS NULL ORDER BY id DESC LIMIT 1" },
  { reason: "operator", begins: "SELECT url FROM endpoint WHERE removed_at IS NULL AND disabled = 0 ORDER BY id DESC" },
  { reason: "operator", begins: "SELECT created_at FROM message ORDER BY id DESC LIMIT 1", dialect: "sqlite" }
]
