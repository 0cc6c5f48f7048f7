import type { Vessel } from "@landfall/core/vessels/Vessel"
import type { Cells } from "../sql/JsonRows.ts"

/** The columns of `vessel`, in the order of `vesselCells`. */
export const VESSEL_TYPES = {
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
  type: "TEXT"
} as const

export const vesselCells = (vessel: Vessel): Cells => [
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
  vessel.type ?? null
]

export type VesselRow = Readonly<Record<string, unknown>>

/** A row without what nobody has told. */
const told = (row: VesselRow) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** What a row of `vessel` says, to be read as a `Vessel`. */
export const vesselIn = ({
  reportedCo2KgPerNauticalMile,
  reportedMeanSpeedKnots,
  reportedYear,
  ...particulars
}: VesselRow): unknown => {
  const vessel = told(particulars)
  if (reportedCo2KgPerNauticalMile === null) return vessel
  const reported = told({
    co2KgPerNauticalMile: reportedCo2KgPerNauticalMile,
    meanSpeedKnots: reportedMeanSpeedKnots,
    year: reportedYear
  })
  return { ...vessel, reported }
}
