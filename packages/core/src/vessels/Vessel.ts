import { Option, Schema } from "effect"
import { makeRule } from "../faults/Rule.ts"
import { isStorable } from "../faults/StorableText.ts"
import { ImoNumber } from "./ImoNumber.ts"
import { KilogramsPerNauticalMile } from "./KilogramsPerNauticalMile.ts"
import { Knots } from "./Knots.ts"
import { Mmsi } from "./Mmsi.ts"
import { VesselType } from "./VesselType.ts"

/** More than 0 and at most `maximum`; `what` names the figure and its unit in the error message. */
const within = (quantity: string, maximum: number) =>
  Schema.isBetween(
    { minimum: 0, maximum, exclusiveMinimum: true },
    { message: `must be ${quantity}: more than 0 and at most ${maximum}` }
  )

const measure = (quantity: string, minimum: number, maximum: number) =>
  Schema.Finite.check(
    Schema.isBetween({ minimum, maximum }, { message: `must be ${quantity}: ${minimum} to ${maximum}` })
  )

const speed = (quantity: string) => Knots.check(within(quantity, 40))

const year = (minimum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum: 2100 }, { message: `must be a year from ${minimum} to 2100` }))

/**
 * The figures that a vessel reported for one calendar year under the EU MRV (Regulation (EU) 2015/757): all CO2 of its
 * voyages and berth stays divided by the nautical miles sailed; the mean speed is those miles divided by the hours at
 * sea.
 */
export const ReportedYear = Schema.Struct({
  co2KgPerNauticalMile: KilogramsPerNauticalMile.check(within("kg CO2 per nautical mile", 10_000)),
  meanSpeedKnots: Schema.optionalKey(speed("a mean speed in knots")),
  /** CO2 for each tonne of cargo and nautical mile: with the first figure, the mean mass of cargo. */
  co2GramsPerTonneMile: Schema.optionalKey(
    Schema.Finite.check(within("g CO2 per tonne of cargo and nautical mile", 100_000))
  ),
  year: Schema.optionalKey(year(1990))
})
export type ReportedYear = typeof ReportedYear.Type

/** Measured or reported particulars of a vessel, each optional. The bounds are wider than any vessel built. */
export const VesselParticulars = Schema.Struct({
  /** Nominal capacity in twenty-foot equivalent units. */
  teu: Schema.optionalKey(measure("a capacity in TEU", 1, 50_000)),
  grossTonnage: Schema.optionalKey(measure("a gross tonnage", 100, 500_000)),
  lengthM: Schema.optionalKey(measure("a length in metres", 10, 600)),
  beamM: Schema.optionalKey(measure("a beam in metres", 2, 100)),
  draughtM: Schema.optionalKey(measure("a draught in metres", 1, 40)),
  /** Installed power of the main engine, at its maximum continuous rating. */
  engineKw: Schema.optionalKey(measure("an engine power in kW", 100, 200_000)),
  serviceSpeedKnots: Schema.optionalKey(speed("a service speed in knots")),
  yearBuilt: Schema.optionalKey(year(1900)),
  reported: Schema.optionalKey(ReportedYear)
})
export type VesselParticulars = typeof VesselParticulars.Type

/** The record of a vessel, identified by its IMO number, its MMSI, or merged. */
export const Vessel = Schema.Struct({
  imo: Schema.optionalKey(ImoNumber),
  mmsi: Schema.optionalKey(Mmsi),
  name: Schema.optionalKey(Schema.NonEmptyString.check(isStorable, Schema.isMaxLength(200))),
  type: Schema.optionalKey(VesselType),
  ...VesselParticulars.fields
}).check(
  makeRule(({ imo, mmsi }) =>
    imo === undefined && mmsi === undefined ? [{ path: [], rule: "must have an imo or an mmsi" }] : []
  )
)
export type Vessel = typeof Vessel.Type

/** Of two reports the one of the later year; the added one when the years are equal or one is unknown. */
const laterReport = (existing: ReportedYear, added: ReportedYear): ReportedYear =>
  existing.year !== undefined && added.year !== undefined && existing.year > added.year ? existing : added

/**
 * Merges a later record of a vessel into an earlier one: properties of `added` replace those of `known`, absent ones
 * change nothing. A report of an earlier year never replaces one of a later year.
 */
export const mergeVessel = (existing: Vessel, added: Vessel): Vessel => {
  const merged = { ...existing, ...added }
  return existing.reported === undefined || added.reported === undefined
    ? merged
    : { ...merged, reported: laterReport(existing.reported, added.reported) }
}

/** The type of a vessel: as registered, else cargo when a container capacity is known, else none. */
export const vesselTypeOf = ({ type, teu }: Pick<Vessel, "type" | "teu">): Option.Option<VesselType> =>
  Option.orElse(Option.fromUndefinedOr(type), () => (teu === undefined ? Option.none() : Option.some("cargo")))
