import { Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"

const READS_OR_WRITES = /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/i

interface ExecutedStatement {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** Runs an effect and returns SQLite's query plan of each statement that it executed. */
export const plansOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const statements = new Map<string, ExecutedStatement>()
  const recordStatement = (statement: Statement.Statement<unknown>) => {
    const [text, parameters] = statement.compile()
    if (READS_OR_WRITES.test(text)) statements.set(text, { text, parameters })
  }
  const result = yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
    recordStatement(statement)
    return Effect.succeed(statement)
  })
  const plans = yield* Effect.forEach([...statements.values()], ({ text, parameters }) =>
    Effect.map(sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters), (rows) => ({
      statement: text.replace(/\s+/g, " "),
      steps: rows.map(({ detail }) => detail)
    }))
  )
  return { result, plans }
})

/** Scans of JSON parameters or of rows that an earlier step found, whose length depends on the request only. */
const SCAN_OF_INPUT = /^SCAN (?:jsonb?_each|d$|CONSTANT)/

type Plans = Effect.Success<ReturnType<typeof plansOf>>["plans"]

const selectSteps = (plans: Plans, matches: (step: string) => boolean): ReadonlyArray<string> =>
  plans.flatMap(({ statement, steps }) => steps.filter(matches).map((step) => `${step} in ${statement}`))

/** The steps that scan a whole table, with their statements. */
export const scansOf = (plans: Plans): ReadonlyArray<string> =>
  selectSteps(plans, (step) => step.startsWith("SCAN") && !SCAN_OF_INPUT.test(step))

/** The steps that sort rows, with their statements. */
export const sortsOf = (plans: Plans): ReadonlyArray<string> =>
  selectSteps(plans, (step) => step.includes("TEMP B-TREE"))
