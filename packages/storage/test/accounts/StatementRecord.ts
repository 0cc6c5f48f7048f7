import type { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { Effect, Layer } from "effect"
import { Statement } from "effect/sql"
import { BY_PARENT, isAccountTable, TABLES_BY_OTHER_COLUMN } from "../../src/cells/AccountTables.ts"
import { newestTableLayouts } from "../../src/transfer/TableLayout.ts"
import { STATEMENT_EXCEPTIONS, TABLES_BY_PARENT } from "./StatementExceptions.ts"
import { normalise, type OwnerColumns, unreachedTables } from "./StatementScopes.ts"

type StorageLayer = Parameters<typeof pollQueueContract>[1]

/** Statements of SQL by their text, without what differs between calls. */
export class StatementRecord {
  readonly #texts = new Set<string>()

  /** The statements in normal form. */
  get statements(): ReadonlyArray<string> {
    return [...new Set([...this.#texts].map(normalise))].toSorted()
  }

  /** A transformer that records statements and does not change them. */
  readonly transformer: Statement.Transformer = (statement) =>
    Effect.sync(() => {
      this.#texts.add(statement.compile()[0])
      return statement
    })

  /** Records the statements of an effect. */
  readonly record = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, Statement.CurrentTransformer, this.transformer)

  /** The same storage, whose statements are recorded. */
  readonly recording = (layer: StorageLayer): StorageLayer =>
    Layer.merge(layer, Layer.succeed(Statement.CurrentTransformer, this.transformer))
}

/** The tables of accounts, each with the columns by which a statement reaches its rows. */
export const ownerColumns: Effect.Effect<OwnerColumns, unknown> = Effect.map(
  newestTableLayouts,
  (layouts) =>
    new Map(
      layouts
        .filter(isAccountTable)
        .map(({ name }) => [
          name,
          TABLES_BY_PARENT[name]?.columns ?? [TABLES_BY_OTHER_COLUMN[name]?.column ?? "account_id"]
        ])
    )
)

/** The tables without `account_id` that are not listed as such, and those listed that have one or do not exist. */
export const misplacedTables = [
  ...Object.keys(BY_PARENT).filter((name) => !Object.hasOwn(TABLES_BY_PARENT, name)),
  ...Object.keys(TABLES_BY_PARENT).filter((name) => !Object.hasOwn(BY_PARENT, name))
]

/**
 * What is wrong with recorded statements: those that name a table of accounts without a condition on its account and are
 * no listed exception, and the exceptions that none of them is.
 */
export const faultsOf = (statements: ReadonlyArray<string>, owners: OwnerColumns, dialect: "sqlite" | "pg") => {
  const exceptions = STATEMENT_EXCEPTIONS.filter((one) => one.dialect === undefined || one.dialect === dialect)
  const unreached = statements
    .map((statement) => ({ statement, tables: unreachedTables(statement, owners) }))
    .filter(({ tables }) => tables.length > 0)
  const isExcepted = (statement: string) => exceptions.some(({ begins }) => statement.startsWith(begins))
  return {
    statements: unreached
      .filter(({ statement }) => !isExcepted(statement))
      .map(({ statement, tables }) => `${tables.join(", ")} in ${statement}`),
    unusedExceptions: exceptions
      .filter(({ begins }) => !unreached.some(({ statement }) => statement.startsWith(begins)))
      .map(({ begins }) => begins)
  }
}
