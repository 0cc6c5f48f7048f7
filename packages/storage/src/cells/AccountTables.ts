import { Effect } from "effect"
import { newestTableLayouts, type TableLayout } from "../transfer/TableLayout.ts"

/** The column that names the account of a row. */
const ACCOUNT_COLUMN = "account_id"

/** Tables that name the account by another column, with the content of that column. */
export const TABLES_BY_OTHER_COLUMN: Readonly<Record<string, { readonly column: string; readonly reason: string }>> = {
  account: { column: "id", reason: "the account itself" },
  idempotent_bytes: { column: "owner", reason: "the id of the account" },
  idempotent_response: { column: "owner", reason: "the id of the account, or `operator` for requests of the operator" }
}

/** Tables whose rows belong to the account of a row of another table, by its id. The column begins their primary key. */
export const BY_PARENT: Readonly<Record<string, { readonly column: string; readonly parent: string }>> = {
  attempt: { column: "message_id", parent: "message" },
  delivery: { column: "message_id", parent: "message" },
  endpoint_queue: { column: "endpoint_id", parent: "endpoint" }
}

/** Tables without data of an account, which remain in their cell when an account moves, with their content. */
export const INSTALLATION_TABLES: Readonly<Record<string, string>> = {
  account_change: "rows that have changed while their account moves",
  account_copy: "how far an arriving account is copied",
  account_fence: "the accounts of which this cell starts no work",
  account_mover: "which process may change the rows of a moving account",
  carrier_allowance: "polls of the installation at each carrier, with the keys of the operator",
  cell_account: "the directory of cells",
  cell_secret: "the directory of cells",
  congestion_revision: "counts changes of port calls and zones",
  egress_mode: "the setting of the operator, to which addresses alerts may be sent",
  emission_factor: "reference data of the operator",
  fleet_watch: "the leases of the processes that follow vessels",
  listener: "the addresses at which processes listen",
  own_port: "reference data of the operator",
  own_port_revision: "counts changes of the ports of the operator",
  port_berths: "reference data of the operator",
  port_call: "public movements of vessels, the same for every account",
  port_day: "days with data of a port",
  port_heard: "the last position report at a port",
  port_ledger: "figures of a port, derived from its calls",
  port_zone: "reference data of the operator",
  rate_bucket:
    "rates of keys, accounts and addresses within the last minutes; a moved account begins with full buckets",
  secret_key_proof: "the key that the processes of this database encrypt with",
  stored_instant: "clocks of the installation",
  usage_meter: "batches of counts that processes have stored",
  vessel: "reference data of the operator",
  vessel_state: "positions of vessels, the same for every account",
  worker_heartbeat: "the processes that deliver"
}

/** A table with rows of accounts. */
export interface AccountTable {
  readonly layout: TableLayout
  /** The column that holds the id of the account, or of the row of `parent` that belongs to it. */
  readonly column: string
  readonly parent: string | undefined
}

/** Whether the rows of a table belong to accounts. */
export const isAccountTable = ({ name, columns }: TableLayout): boolean =>
  !Object.hasOwn(INSTALLATION_TABLES, name) &&
  (Object.hasOwn(TABLES_BY_OTHER_COLUMN, name) ||
    Object.hasOwn(BY_PARENT, name) ||
    Object.hasOwn(columns, ACCOUNT_COLUMN))

/** The tables of accounts in the newest schema, each after those that it refers to. */
export const accountTables = Effect.map(newestTableLayouts, (layouts) =>
  layouts.filter(isAccountTable).map((layout): AccountTable => {
    const byParent = BY_PARENT[layout.name]
    return {
      layout,
      column: byParent?.column ?? TABLES_BY_OTHER_COLUMN[layout.name]?.column ?? ACCOUNT_COLUMN,
      parent: byParent?.parent
    }
  })
)

/**
 * The condition, as text, that a row belongs to an account.
 *
 * @param row the name of the row: an alias, `NEW` or `OLD`
 * @param account the id of the account as a literal or a parameter of the statement
 */
export const belongsTo = ({ column, parent }: AccountTable, row: string, account: string): string =>
  parent === undefined
    ? `${row}.${column} = ${account}`
    : `EXISTS (SELECT 1 FROM ${parent} AS owner_row WHERE owner_row.id = ${row}.${column} AND owner_row.account_id = ${account})`
