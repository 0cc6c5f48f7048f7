import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { Mmsi } from "@landfall/core/vessels/Mmsi"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { reconcile, VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columns, insertRows, jsonRows } from "../sql/JsonRows.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { storageFaults } from "../sql/StorageFaults.ts"
import { VESSEL_TYPES, type VesselRow, vesselCells, vesselIn } from "./VesselRow.ts"

const VESSEL_COLUMNS = columns(VESSEL_TYPES)
const NUMBERS = columns({ imo: "TEXT", mmsi: "TEXT" })

const Numbers = Schema.Array(Schema.Struct({ imo: Schema.optionalKey(ImoNumber), mmsi: Schema.optionalKey(Mmsi) }))

const TypedRow = Schema.Struct({
  imo: Schema.OptionFromNullOr(ImoNumber),
  mmsi: Schema.OptionFromNullOr(Mmsi),
  type: VesselType
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)
  const read = Effect.map((rows: ReadonlyArray<VesselRow>) => rows.map(vesselIn))

  const findByImo = SqlSchema.findOneOption({
    Request: ImoNumber,
    Result: Vessel,
    execute: (imo) => read(sql<VesselRow>`SELECT * FROM vessel WHERE imo = ${imo}`)
  })
  const findByMmsi = SqlSchema.findOneOption({
    Request: Mmsi,
    Result: Vessel,
    execute: (mmsi) => read(sql<VesselRow>`SELECT * FROM vessel WHERE mmsi = ${mmsi}`)
  })
  // What is known of these ships is taken out, to be put back with what was learned.
  const takeKnown = SqlSchema.findAll({
    Request: Numbers,
    Result: Vessel,
    execute: (numbers) => {
      const cells = numbers.map(({ imo, mmsi }) => [imo ?? null, mmsi ?? null])
      const named = (column: "imo" | "mmsi") =>
        sql`${sql(column)} IN (SELECT ${sql(column)} FROM ${jsonRows(sql, NUMBERS, cells)} AS said)`
      return read(sql<VesselRow>`DELETE FROM vessel WHERE ${named("imo")} OR ${named("mmsi")} RETURNING *`)
    }
  })
  const countAll = SqlSchema.findOne({
    Request: Schema.Void,
    Result: Schema.Struct({ ships: Schema.Int }),
    execute: () => sql`SELECT count(*) AS ships FROM vessel`
  })

  const findTyped = SqlSchema.findAll({
    Request: Schema.Void,
    Result: TypedRow,
    execute: () =>
      sql`SELECT imo, mmsi, coalesce(type, 'cargo') AS type FROM vessel WHERE type IS NOT NULL OR teu IS NOT NULL`
  })

  const save = Effect.fn("VesselRegistry.save")(function* (vessels: ReadonlyArray<Vessel>) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* locks.name("vessel")
        const known = yield* takeKnown(vessels)
        yield* insertRows(sql, "vessel", VESSEL_COLUMNS, reconcile(known, vessels).map(vesselCells))
      })
    )
  }, storageFaults("VesselRegistry.save"))

  return VesselRegistry.of({
    // Asked for with every voyage, so without a span.
    find: (identity) =>
      (identity._tag === "Imo" ? findByImo(identity.imo) : findByMmsi(identity.mmsi)).pipe(
        storageFaults("VesselRegistry.find")
      ),
    save,
    listTyped: Effect.suspend(() => findTyped()).pipe(
      storageFaults("VesselRegistry.listTyped"),
      Effect.withSpan("VesselRegistry.listTyped")
    ),
    count: countAll().pipe(
      Effect.map(({ ships }) => ships),
      Effect.catchTag("NoSuchElementError", Effect.die),
      Effect.withSpan("VesselRegistry.count"),
      storageFaults("VesselRegistry.count")
    )
  })
})

/** `VesselRegistry` in the table `vessel`. */
export const layer = Layer.effect(VesselRegistry, make)
