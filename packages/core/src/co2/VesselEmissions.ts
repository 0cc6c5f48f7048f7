import { Brand, Option } from "effect"
import type { Knots } from "../vessels/Knots.ts"
import type { ReportedYear, Vessel } from "../vessels/Vessel.ts"
import { MAX_SPEED_KNOTS } from "./ComputeCo2Request.ts"
import { type ModelShip, shipOf, shipOfTonnage } from "./ModelShip.ts"
import { type Co2PerMile, co2PerMile, totalOf } from "./VesselModel.ts"

const knots = Brand.nominal<Knots>()

/** The share of the nominal capacity that is taken as filled (Clean Cargo, Carbon Emissions Accounting Methodology). */
export const UTILISATION = 0.7

/**
 * What a ship's own report says against the model. Reports between these shares calibrate the ship; one beyond them is
 * of another unit, of a year in the yard, or a slip of the pen, and is left out.
 */
const LEAST_CALIBRATION = 1 / 3
const MOST_CALIBRATION = 3

/** What a model of one ship stands on. */
export interface VesselBasis {
  readonly ship: ModelShip
  readonly source: "reported" | "particulars" | "sizeClass"
  /** What the ship reports over what the model says at its reported speed; 1 where the ship's class calibrates it. */
  readonly calibration: number
  /** One sentence for each thing that is not the ship's own, or was left out. */
  readonly assumptions: ReadonlyArray<string>
}

/** The least and greatest gross tonnage that a report alone can point to. */
const LEAST_TONNAGE = 3000
const GREATEST_TONNAGE = 260_000
const HALVINGS = 40

/** The size of ship whose emissions at its speed are those reported: all that a report alone tells of a size. */
const shipOfReport = (vessel: Vessel, reported: ReportedYear): ModelShip => {
  let [least, greatest] = [LEAST_TONNAGE, GREATEST_TONNAGE]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = shipOfTonnage(vessel, Math.sqrt(least * greatest), "report")
    const modelled = totalOf(co2PerMile(middle, reportedSpeed(reported, middle)))
    if (modelled < reported.co2KgPerNauticalMile) least = middle.grossTonnage
    else greatest = middle.grossTonnage
  }
  return shipOfTonnage(vessel, Math.sqrt(least * greatest), "report")
}

const reportedSpeed = (reported: ReportedYear, { sizeClass }: ModelShip): number =>
  reported.meanSpeedKnots ?? sizeClass.speedKnots

const tonnes = (grossTonnage: number) => `${Math.round(grossTonnage / 100) * 100} GT`

const SIZE_SENTENCES = {
  tonnage: () => [],
  measures: ({ grossTonnage }) => [`hull of ${tonnes(grossTonnage)}, from length, beam and draught`],
  capacity: ({ grossTonnage }) => [`hull of ${tonnes(grossTonnage)}, usual for the capacity`],
  report: ({ grossTonnage }) => [`hull of ${tonnes(grossTonnage)}, whose usual emissions are those reported`]
} as const satisfies Record<ModelShip["sizeOrigin"], (ship: ModelShip) => ReadonlyArray<string>>

const assumptionsOf = (vessel: Vessel, ship: ModelShip): ReadonlyArray<string> => [
  ...SIZE_SENTENCES[ship.sizeOrigin](ship),
  ...(vessel.teu === undefined ? [`capacity of ${Math.round(ship.teu)} TEU, usual for the hull`] : []),
  ...(vessel.engineKw === undefined
    ? [`main engine of ${ship.engineKw} kW, of the class ${ship.sizeClass.name} TEU`]
    : []),
  ...(vessel.yearBuilt === undefined ? [`built in ${ship.yearBuilt}, the middle of the ships in service`] : []),
  `generators and boilers of the class ${ship.sizeClass.name} TEU`
]

const yearOf = ({ year }: ReportedYear): string => (year === undefined ? "an unnamed year" : String(year))

/** The ship as the model takes it, with its calibration; none when neither its size nor a report is known. */
export const basisOf = (vessel: Vessel): Option.Option<VesselBasis> => {
  const { reported } = vessel
  const sized = shipOf(vessel)
  if (Option.isNone(sized)) {
    if (reported === undefined) return Option.none()
    const ship = shipOfReport(vessel, reported)
    return Option.some(calibrated(vessel, ship, reported))
  }
  const ship = sized.value
  const source = ship.sizeOrigin === "capacity" ? "sizeClass" : "particulars"
  return Option.some(
    reported === undefined
      ? { ship, source, calibration: 1, assumptions: assumptionsOf(vessel, ship) }
      : calibrated(vessel, ship, reported)
  )
}

const calibrated = (vessel: Vessel, ship: ModelShip, reported: ReportedYear): VesselBasis => {
  const calibration = reported.co2KgPerNauticalMile / totalOf(co2PerMile(ship, reportedSpeed(reported, ship)))
  const assumptions = assumptionsOf(vessel, ship)
  if (calibration < LEAST_CALIBRATION || calibration > MOST_CALIBRATION) {
    const report = `the report of ${yearOf(reported)}, ${reported.co2KgPerNauticalMile} kg per nautical mile`
    const source = ship.sizeOrigin === "tonnage" || ship.sizeOrigin === "measures" ? "particulars" : "sizeClass"
    return {
      ship,
      source,
      calibration: 1,
      assumptions: [...assumptions, `${report}, is left out: it is ${calibration.toPrecision(2)} times the usual`]
    }
  }
  return { ship, source: "reported", calibration, assumptions }
}

/** Where the speed of a voyage is from. */
export type SpeedSource = "request" | "service" | "reported" | "sizeClass"

/** The speed of a voyage that asks for none: the ship's service speed, else what it reports, else what its class does. */
const usualSpeed = (vessel: Vessel, { sizeClass }: ModelShip): readonly [number, SpeedSource] => {
  if (vessel.serviceSpeedKnots !== undefined) return [vessel.serviceSpeedKnots, "service"]
  const mean = vessel.reported?.meanSpeedKnots
  return mean === undefined ? [sizeClass.speedKnots, "sizeClass"] : [mean, "reported"]
}

/** What one ship emits over a mile of one voyage. */
export interface VesselEmissions {
  readonly basis: VesselBasis
  readonly speedKnots: Knots
  readonly speedSource: SpeedSource
  /** Calibrated kilograms of CO2 for a nautical mile, by what burns the fuel. */
  readonly perMile: Co2PerMile
}

/**
 * What a ship emits over a mile at a speed in knots, or at its usual speed, which is never above 25; none when nothing
 * is known that the model could stand on.
 */
export const vesselEmissions = (vessel: Vessel, asked: Option.Option<number>): Option.Option<VesselEmissions> =>
  Option.map(basisOf(vessel), (basis) => {
    const [speed, speedSource] = Option.match(asked, {
      onNone: () => usualSpeed(vessel, basis.ship),
      onSome: (speed) => [speed, "request"] as const
    })
    const speedKnots = knots(Math.min(MAX_SPEED_KNOTS, speed))
    const { mainEngine, auxiliary, boiler, berth } = co2PerMile(basis.ship, speedKnots)
    const times = basis.calibration
    const perMile = {
      mainEngine: mainEngine * times,
      auxiliary: auxiliary * times,
      boiler: boiler * times,
      berth: berth * times
    }
    return { basis, speedKnots, speedSource, perMile }
  })
