import { Option, Schema } from "effect"
import { makeRule } from "../faults/Rule.ts"
import { isStorable } from "../faults/StorableText.ts"
import { ImoNumber } from "./ImoNumber.ts"
import { KilogramsPerNauticalMile } from "./KilogramsPerNauticalMile.ts"
import { Knots } from "./Knots.ts"
import { Mmsi } from "./Mmsi.ts"
import { VesselType } from "./VesselType.ts"

/** More than 0 and at most `maximum`; `what` names the figure and its unit for the reader. */
const within = (what: string, maximum: number) =>
  Schema.isBetween(
    { minimum: 0, maximum, exclusiveMinimum: true },
    { message: `must be ${what}: more than 0 and at most ${maximum}` }
  )

const measure = (what: string, minimum: number, maximum: number) =>
  Schema.Finite.check(Schema.isBetween({ minimum, maximum }, { message: `must be ${what}: ${minimum} to ${maximum}` }))

const speed = (what: string) => Knots.check(within(what, 40))

const year = (minimum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum: 2100 }, { message: `must be a year from ${minimum} to 2100` }))

/**
 * What a ship reported of one calendar year, on the basis of the EU MRV (Regulation (EU) 2015/757): all CO2 of its
 * voyages and of its berths, over the miles sailed; mean speed is those miles over the hours at sea.
 */
export const ReportedYear = Schema.Struct({
  co2KgPerNauticalMile: KilogramsPerNauticalMile.check(within("kg CO2 per nautical mile", 10_000)),
  meanSpeedKnots: Schema.optionalKey(speed("a mean speed in knots")),
  year: Schema.optionalKey(year(1990))
})
export type ReportedYear = typeof ReportedYear.Type

/** What can be measured of a ship, or was reported by it, each on its own. The bounds are wider than any ship built. */
export const VesselParticulars = Schema.Struct({
  /** Nominal capacity in twenty-foot containers. */
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

/** What is known of a ship under its IMO number, its MMSI, or both. */
export const Vessel = Schema.Struct({
  imo: Schema.optionalKey(ImoNumber),
  mmsi: Schema.optionalKey(Mmsi),
  name: Schema.optionalKey(Schema.NonEmptyString.check(isStorable, Schema.isMaxLength(200))),
  type: Schema.optionalKey(VesselType),
  ...VesselParticulars.fields
}).check(
  makeRule(({ imo, mmsi }) =>
    imo === undefined && mmsi === undefined ? [{ path: [], message: "must have an imo or an mmsi" }] : []
  )
)
export type Vessel = typeof Vessel.Type

/** Of two reports the one of the later year; of equals, or where a year is not known, the one that came later. */
const laterReport = (known: ReportedYear, added: ReportedYear): ReportedYear =>
  known.year !== undefined && added.year !== undefined && known.year > added.year ? known : added

/** What is known of one ship after more was learned: what is new replaces, what was not said stays. */
export const mergeVessel = (known: Vessel, added: Vessel): Vessel => {
  const both = { ...known, ...added }
  return known.reported === undefined || added.reported === undefined
    ? both
    : { ...both, reported: laterReport(known.reported, added.reported) }
}

/** What a ship carries, as far as it is known: as it was told, and cargo where a capacity in containers was. */
export const vesselTypeOf = ({ type, teu }: Pick<Vessel, "type" | "teu">): Option.Option<VesselType> =>
  Option.orElse(Option.fromUndefinedOr(type), () => (teu === undefined ? Option.none() : Option.some("cargo")))
