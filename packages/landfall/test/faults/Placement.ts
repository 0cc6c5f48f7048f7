import { type AccountTable, accountTables, belongsTo } from "@landfall/storage/cells/AccountTables"
import * as PostgresClient from "@landfall/storage/postgres/PostgresClient"
import { NO_LIMITS } from "@landfall/storage/postgres/SessionLimits"
import * as NodeSqliteClient from "@landfall/storage/sqlite/NodeSqliteClient"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

/** A cell by name, with the URL of its database. */
export interface CellDatabase {
  readonly name: string
  readonly url: string
}

const clientOf = (url: string) =>
  PostgresClient.layer({ url: Redacted.make(url), maxConnections: 1, limits: NO_LIMITS })

const onCell = <A, E>({ url }: CellDatabase, effect: Effect.Effect<A, E, SqlClient.SqlClient>): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, Layer.fresh(clientOf(url))))

interface Entry {
  readonly cell: string
  readonly step: string | null
}

const readEntries = (home: CellDatabase): Promise<ReadonlyMap<string, Entry>> =>
  onCell(
    home,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT account_id, cell, step FROM cell_account`.values
      return new Map(
        rows.map(([id, cell, step]) => [String(id), { cell: String(cell), step: step === null ? null : String(step) }])
      )
    })
  )

/** The number of moves that are not finished. */
export const countMoves = async (home: CellDatabase): Promise<number> =>
  [...(await readEntries(home)).values()].filter(({ step }) => step !== null).length

/** The tables in which a cell has rows of an account. */
const tablesWith = (cell: CellDatabase, tables: ReadonlyArray<AccountTable>, account: string) =>
  onCell(
    cell,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found: Array<string> = []
      for (const table of tables) {
        const condition = sql.literal(belongsTo(table, "one", `'${account}'`))
        const rows = yield* sql`SELECT 1 FROM ${sql(table.layout.name)} AS one WHERE ${condition} LIMIT 1`.values
        if (rows.length > 0) found.push(table.layout.name)
      }
      return found
    })
  )

/** How a cell marks an account; undefined without a mark. */
const fenceOf = (cell: CellDatabase, account: string) =>
  onCell(
    cell,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`SELECT state FROM account_fence WHERE account_id = ${account}`.values
      return row === undefined ? undefined : String(row[0])
    })
  )

const readTables = (): Promise<ReadonlyArray<AccountTable>> =>
  Effect.runPromise(Effect.provide(accountTables, NodeSqliteClient.layer({ filename: ":memory:" })))

/**
 * What contradicts that every account is in exactly one cell, that of the directory, which works for it: one sentence each.
 *
 * @param cells the home cell first
 */
export const placementFaults = async (
  cells: ReadonlyArray<CellDatabase>,
  accounts: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const [home] = cells
  if (home === undefined) throw new Error("there are no cells")
  const tables = await readTables()
  const entries = await readEntries(home)
  const faults: Array<string> = []
  for (const account of accounts) {
    const { cell: owner, step } = entries.get(account) ?? { cell: home.name, step: null }
    if (step !== null) faults.push(`${account} still moves: ${step}`)
    for (const cell of cells) {
      const found = await tablesWith(cell, tables, account)
      const fence = await fenceOf(cell, account)
      if (cell.name !== owner && found.length > 0) {
        faults.push(`${account} is in ${owner}, and ${cell.name} has rows of it in ${found.join(", ")}`)
      }
      if (cell.name !== owner) continue
      if (!found.includes("account")) faults.push(`${account} is not in ${owner}, where the directory has it`)
      if (fence !== undefined) faults.push(`${owner} has ${account}, and does not work for it: ${fence}`)
    }
  }
  return faults
}
