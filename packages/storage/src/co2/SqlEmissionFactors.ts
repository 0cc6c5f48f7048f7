import { EmissionFactor, EmissionFactorStore } from "@landfall/core/co2/lanes/EmissionFactor"
import { factorKey } from "@landfall/core/co2/lanes/FactorTable"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { insertRows, jsonColumns } from "../sql/JsonRows.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"

const FACTOR_COLUMNS = jsonColumns({
  scope: "TEXT",
  name: "TEXT",
  cargo: "TEXT",
  wtw_grams_per_teu_km: "DOUBLE PRECISION",
  ttw_grams_per_teu_km: "DOUBLE PRECISION",
  edition: "TEXT"
})

interface FactorRow {
  readonly ttwGramsPerTeuKm: number | null
}

const withoutNull = ({ ttwGramsPerTeuKm, ...factor }: FactorRow): unknown =>
  ttwGramsPerTeuKm === null ? factor : { ...factor, ttwGramsPerTeuKm }

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const findAll = SqlSchema.findAll({
    Request: Schema.Void,
    Result: EmissionFactor,
    execute: () =>
      Effect.map(sql<FactorRow>`SELECT * FROM emission_factor ORDER BY scope, name, cargo`, (rows) =>
        rows.map(withoutNull)
      )
  })

  const replace = Effect.fn("EmissionFactors.replace")(function* (factors: ReadonlyArray<EmissionFactor>) {
    const distinctFactors = [...new Map(factors.map((factor) => [factorKey(factor), factor])).values()]
    const rows = distinctFactors.map(({ scope, name, cargo, wtwGramsPerTeuKm, ttwGramsPerTeuKm, edition }) => [
      scope,
      name,
      cargo,
      wtwGramsPerTeuKm,
      ttwGramsPerTeuKm ?? null,
      edition
    ])
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* rowLocks(sql).lockName("emission_factor")
        yield* sql`DELETE FROM emission_factor`
        yield* insertRows(sql, "emission_factor", FACTOR_COLUMNS, rows)
      })
    )
  }, mapToStorageError("EmissionFactors.replace"))

  return EmissionFactorStore.of({
    list: findAll().pipe(Effect.withSpan("EmissionFactors.list"), mapToStorageError("EmissionFactors.list")),
    replace
  })
})

/** `EmissionFactorStore` in the table `emission_factor`. */
export const layer = Layer.effect(EmissionFactorStore, make)
