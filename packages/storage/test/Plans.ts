import { Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"

const READS_OR_WRITES = /^\s*(?:SELECT|INSERT|UPDATE|DELETE)\b/i

interface Run {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** Runs an effect and answers how SQLite carries out each statement that it ran. */
export const plansOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const runs = new Map<string, Run>()
  const note = (statement: Statement.Statement<unknown>) => {
    const [text, parameters] = statement.compile()
    if (READS_OR_WRITES.test(text)) runs.set(text, { text, parameters })
  }
  const result = yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
    note(statement)
    return Effect.succeed(statement)
  })
  const plans = yield* Effect.forEach([...runs.values()], ({ text, parameters }) =>
    Effect.map(sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters), (rows) => ({
      statement: text.replace(/\s+/g, " "),
      steps: rows.map(({ detail }) => detail)
    }))
  )
  return { result, plans }
})

/** Walks over JSON that was handed over, or over rows that were found before: as long as what was asked for. */
const OVER_WHAT_WAS_ASKED = /^SCAN (?:jsonb?_each|d$|CONSTANT)/

type Plans = Effect.Success<ReturnType<typeof plansOf>>["plans"]

const stepsThat = (plans: Plans, pick: (step: string) => boolean): ReadonlyArray<string> =>
  plans.flatMap(({ statement, steps }) => steps.filter(pick).map((step) => `${step} in ${statement}`))

/** The steps that walk over a whole table, with their statements. */
export const scansOf = (plans: Plans): ReadonlyArray<string> =>
  stepsThat(plans, (step) => step.startsWith("SCAN") && !OVER_WHAT_WAS_ASKED.test(step))

/** The steps that sort what they found, with their statements. */
export const sortsOf = (plans: Plans): ReadonlyArray<string> => stepsThat(plans, (step) => step.includes("TEMP B-TREE"))
