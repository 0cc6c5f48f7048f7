import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { Mmsi } from "@landfall/core/vessels/Mmsi"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { reconcileVessels, VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Cells, insertRows, jsonColumns, jsonRows } from "../sql/JsonRows.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"

/** The columns of `vessel`, in the order of `vesselCells`. */
const VESSEL_COLUMN_TYPES = {
  imo: "TEXT",
  mmsi: "TEXT",
  name: "TEXT",
  teu: "DOUBLE PRECISION",
  gross_tonnage: "DOUBLE PRECISION",
  length_m: "DOUBLE PRECISION",
  beam_m: "DOUBLE PRECISION",
  draught_m: "DOUBLE PRECISION",
  engine_kw: "DOUBLE PRECISION",
  service_speed_knots: "DOUBLE PRECISION",
  year_built: "BIGINT",
  reported_co2_kg_per_nautical_mile: "DOUBLE PRECISION",
  reported_mean_speed_knots: "DOUBLE PRECISION",
  reported_year: "BIGINT",
  type: "TEXT",
  reported_co2_grams_per_tonne_mile: "DOUBLE PRECISION"
} as const

/** The cells of a vessel in `vessel`. */
const vesselCells = (vessel: Vessel): Cells => [
  vessel.imo ?? null,
  vessel.mmsi ?? null,
  vessel.name ?? null,
  vessel.teu ?? null,
  vessel.grossTonnage ?? null,
  vessel.lengthM ?? null,
  vessel.beamM ?? null,
  vessel.draughtM ?? null,
  vessel.engineKw ?? null,
  vessel.serviceSpeedKnots ?? null,
  vessel.yearBuilt ?? null,
  vessel.reported?.co2KgPerNauticalMile ?? null,
  vessel.reported?.meanSpeedKnots ?? null,
  vessel.reported?.year ?? null,
  vessel.type ?? null,
  vessel.reported?.co2GramsPerTonneMile ?? null
]

/** A row of `vessel`. */
export type VesselRow = Readonly<Record<string, unknown>>

/** Drops unknown values, which are null in a row. */
const withoutNulls = (row: VesselRow) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** Converts a row of `vessel` to the encoded form of a `Vessel`. */
const vesselFromRow = ({
  reportedCo2KgPerNauticalMile,
  reportedMeanSpeedKnots,
  reportedCo2GramsPerTonneMile,
  reportedYear,
  ...particulars
}: VesselRow): unknown => {
  const vessel = withoutNulls(particulars)
  if (reportedCo2KgPerNauticalMile === null) return vessel
  const reported = withoutNulls({
    co2KgPerNauticalMile: reportedCo2KgPerNauticalMile,
    meanSpeedKnots: reportedMeanSpeedKnots,
    co2GramsPerTonneMile: reportedCo2GramsPerTonneMile,
    year: reportedYear
  })
  return { ...vessel, reported }
}

const VESSEL_COLUMNS = jsonColumns(VESSEL_COLUMN_TYPES)
const NUMBER_COLUMNS = jsonColumns({ imo: "TEXT", mmsi: "TEXT" })

const VesselNumbers = Schema.Array(
  Schema.Struct({ imo: Schema.optionalKey(ImoNumber), mmsi: Schema.optionalKey(Mmsi) })
)

const VesselTypeRow = Schema.Struct({
  imo: Schema.OptionFromNullOr(ImoNumber),
  mmsi: Schema.OptionFromNullOr(Mmsi),
  type: VesselType
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)
  const read = Effect.map((rows: ReadonlyArray<VesselRow>) => rows.map(vesselFromRow))

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
  // Deletes the vessels that the records concern; `save` inserts their merged records.
  const deleteKnown = SqlSchema.findAll({
    Request: VesselNumbers,
    Result: Vessel,
    execute: (numbers) => {
      const cells = numbers.map(({ imo, mmsi }) => [imo ?? null, mmsi ?? null])
      const withNumber = (column: "imo" | "mmsi") =>
        sql`${sql(column)} IN (SELECT ${sql(column)} FROM ${jsonRows(sql, NUMBER_COLUMNS, cells)} AS named)`
      return read(sql<VesselRow>`DELETE FROM vessel WHERE ${withNumber("imo")} OR ${withNumber("mmsi")} RETURNING *`)
    }
  })
  const countAll = SqlSchema.findOne({
    Request: Schema.Void,
    Result: Schema.Struct({ vessels: Schema.Int }),
    execute: () => sql`SELECT count(*) AS vessels FROM vessel`
  })

  const findTyped = SqlSchema.findAll({
    Request: Schema.Void,
    Result: VesselTypeRow,
    execute: () =>
      sql`SELECT imo, mmsi, coalesce(type, 'cargo') AS type FROM vessel WHERE type IS NOT NULL OR teu IS NOT NULL`
  })

  const save = Effect.fn("VesselRegistry.save")(function* (vessels: ReadonlyArray<Vessel>) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* locks.lockName("vessel")
        const stored = yield* deleteKnown(vessels)
        yield* insertRows(sql, "vessel", VESSEL_COLUMNS, reconcileVessels(stored, vessels).map(vesselCells))
      })
    )
  }, mapToStorageError("VesselRegistry.save"))

  return VesselRegistry.of({
    // Runs for every voyage, so it has no span.
    find: (identity) =>
      (identity._tag === "Imo" ? findByImo(identity.imo) : findByMmsi(identity.mmsi)).pipe(
        mapToStorageError("VesselRegistry.find")
      ),
    save,
    listTyped: Effect.suspend(() => findTyped()).pipe(
      mapToStorageError("VesselRegistry.listTyped"),
      Effect.withSpan("VesselRegistry.listTyped")
    ),
    count: countAll().pipe(
      Effect.map(({ vessels }) => vessels),
      Effect.catchTag("NoSuchElementError", Effect.die),
      Effect.withSpan("VesselRegistry.count"),
      mapToStorageError("VesselRegistry.count")
    )
  })
})

/** `VesselRegistry` in the table `vessel`. */
export const layer = Layer.effect(VesselRegistry, make)
