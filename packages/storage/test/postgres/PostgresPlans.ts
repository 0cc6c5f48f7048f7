import { Effect, Schema } from "effect"
import { SqlClient, Statement } from "effect/sql"

/** The executions after which Postgres considers one plan for all parameters of a prepared statement. */
const EXECUTIONS_BEFORE_GENERIC_PLAN = 6

interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Index Recheck"?: number
  readonly "Shared Hit Blocks"?: number
  readonly "Shared Read Blocks"?: number
  readonly Plans?: ReadonlyArray<PlanNode>
}

const isPlans = (value: unknown): value is ReadonlyArray<{ readonly Plan: PlanNode }> => Array.isArray(value)

const parsePlan = (text: unknown): PlanNode => {
  const plans: unknown = typeof text === "string" ? JSON.parse(text) : text
  const [first] = isPlans(plans) ? plans : []
  if (first === undefined) throw new Error(`Not a plan: ${String(text)}`)
  return first.Plan
}

/** A statement as Postgres executed it. */
export interface ExecutedPlan {
  readonly statement: string
  /** The tables that it read from start to end, with the number of rows of each. */
  readonly wholeTables: ReadonlyArray<string>
  /** The rows that its scans read, those included that a filter then rejected. */
  readonly rows: number
  /** The pages of tables and indexes that it read. */
  readonly blocks: number
}

const nodesOf = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const rowsOf = (node: PlanNode): number =>
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
  (node["Actual Loops"] ?? 0)

const executedPlanOf = (statement: string, plan: PlanNode): ExecutedPlan => {
  const scans = nodesOf(plan).filter((node) => node["Node Type"].endsWith("Scan"))
  return {
    statement: statement.replace(/\s+/g, " "),
    wholeTables: scans.flatMap((node) =>
      node["Node Type"] === "Seq Scan" ? [`${node["Relation Name"]}: ${rowsOf(node)} rows`] : []
    ),
    rows: Math.round(scans.reduce((sum, node) => sum + rowsOf(node), 0)),
    blocks: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0)
  }
}

const literalOf = (value: unknown): string => {
  if (value === null) return "NULL"
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value)
  if (Array.isArray(value)) return `ARRAY[${value.map(literalOf).join(", ")}]`
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`
  return literalOf(JSON.stringify(value))
}

const SELECT = /^\s*(?:SELECT|WITH)\b/i

interface RecordedStatement {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/**
 * The plan that Postgres executes once a statement is in regular use: it is prepared, and chosen between a plan for these
 * parameters and one for all, as for a client that sends it often.
 */
const planInUse = Effect.fnUntraced(function* ({ text, parameters }: RecordedStatement) {
  const sql = yield* SqlClient.SqlClient
  const values = parameters.length === 0 ? "" : `(${parameters.map(literalOf).join(", ")})`
  const run = (statement: string) => sql.unsafe(statement).unprepared
  yield* run(`PREPARE examined AS ${text}`)
  for (let n = 0; n < EXECUTIONS_BEFORE_GENERIC_PLAN; n++) yield* run(`EXECUTE examined${values}`)
  const rows = yield* run(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE examined${values}`)
  yield* run("DEALLOCATE examined")
  const [row] = rows
  return executedPlanOf(
    text,
    parsePlan(Object.values(Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown))(row))[0])
  )
})

/** Runs an effect, and returns the plans of the statements by which it read. */
export const executedPlansOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const statements = new Map<string, RecordedStatement>()
  const result = yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
    const [text, parameters] = statement.compile()
    if (SELECT.test(text)) statements.set(text, { text, parameters })
    return Effect.succeed(statement)
  })
  // In a transaction, so that the prepared statement and its executions share a connection.
  const plans = yield* Effect.forEach(statements.values(), (statement) => sql.withTransaction(planInUse(statement)))
  return { result, plans }
})
