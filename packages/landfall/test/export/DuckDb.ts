import { Effect } from "effect"

const load = () => import("@duckdb/node-api")

/** Why DuckDB cannot run here; undefined when it can. Its binary exists for glibc, macOS and Windows. */
export const duckdbUnavailableReason = (): Promise<string | undefined> =>
  load().then(
    () => undefined,
    (error: unknown) => `DuckDB cannot be loaded: ${String(error)}`
  )

/** The rows of a query, as JSON values. */
export const query = (sql: string): Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>> =>
  Effect.promise(async () => {
    const { DuckDBInstance } = await load()
    const instance = await DuckDBInstance.create(":memory:")
    const connection = await instance.connect()
    try {
      return (await connection.runAndReadAll(sql)).getRowsJson()
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  })
