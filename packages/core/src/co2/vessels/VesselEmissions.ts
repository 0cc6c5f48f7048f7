import { Brand, Option, Schema } from "effect"
import { type Knots, MAX_SPEED_KNOTS } from "../../vessels/Knots.ts"
import type { Vessel } from "../../vessels/Vessel.ts"
import { plausibleMeanSpeed } from "./Calibration.ts"
import { type RouteSummary, speedOverRoute } from "./CanalSpeeds.ts"
import { type Co2PerMile, co2PerMile, mainEnginePowerKw } from "./EmissionModel.ts"
import { type ModelBasis, modelBasisOf } from "./ModelBasis.ts"
import type { ModelVessel } from "./ModelVessel.ts"

// The result of arithmetic on valid values is valid: it is branded without another check.
const knots = Brand.nominal<Knots>()

/** The assumed utilisation of the nominal capacity (Clean Cargo, Carbon Emissions Accounting Methodology). */
export const UTILISATION = 0.7

/**
 * The source of a speed: the request, the vessel's service speed, its reported mean speed, or the mean of its size
 * class.
 */
export const SpeedSource = Schema.Literals(["request", "service", "reported", "sizeClass"])
export type SpeedSource = typeof SpeedSource.Type

interface SpeedChoice {
  readonly speedKnots: number
  readonly speedSource: SpeedSource
  /** A phrase: the source of the speed, and the limits that apply on this route. */
  readonly speedMethod: string
}

/** The speed at sea without a requested speed: the service speed, else the reported mean, else that of the size class. */
const usualSpeed = (vessel: Vessel, { sizeClass }: ModelVessel): SpeedChoice => {
  if (vessel.serviceSpeedKnots !== undefined)
    return {
      speedKnots: vessel.serviceSpeedKnots,
      speedSource: "service",
      speedMethod: `service speed of the vessel, ${vessel.serviceSpeedKnots} kn`
    }
  const year = vessel.reported?.year === undefined ? "" : ` of ${vessel.reported.year}`
  return Option.match(plausibleMeanSpeed(vessel.reported), {
    onNone: () => ({
      speedKnots: sizeClass.speedKnots,
      speedSource: "sizeClass" as const,
      speedMethod: `mean speed that vessels of the class ${sizeClass.name} TEU report, ${sizeClass.speedKnots} kn`
    }),
    onSome: (speedKnots) => ({
      speedKnots,
      speedSource: "reported" as const,
      speedMethod: `mean speed in the vessel's own report${year}, ${Number(speedKnots.toFixed(2))} kn`
    })
  })
}

/** A speed over a route is rounded to hundredths of a knot. */
const SPEED_STEPS_PER_KNOT = 100

/** Limits a speed to 25 knots, and states the limit when it applies. */
const capSpeed = (speed: SpeedChoice): SpeedChoice =>
  speed.speedKnots <= MAX_SPEED_KNOTS
    ? speed
    : {
        ...speed,
        speedKnots: MAX_SPEED_KNOTS,
        speedMethod: `${speed.speedMethod}; limited to ${MAX_SPEED_KNOTS} kn, the highest supported speed`
      }

/** The mean speed over a route with the limits of its canals, rounded to a hundredth of a knot and at least that. */
const slowInCanals = ({ speedKnots, speedSource, speedMethod }: SpeedChoice, route: RouteSummary): SpeedChoice => {
  const over = speedOverRoute(speedKnots, route)
  return {
    speedKnots: Math.max(1, Math.round(over.speedKnots * SPEED_STEPS_PER_KNOT)) / SPEED_STEPS_PER_KNOT,
    speedSource,
    speedMethod: [speedMethod, ...over.slowedBy].join("; ")
  }
}

const requestedSpeed = (speedKnots: number): SpeedChoice =>
  capSpeed({ speedKnots, speedSource: "request", speedMethod: "requested speed" })

/** The emissions of a vessel per nautical mile of a voyage. */
export interface VesselEmissions {
  readonly basis: ModelBasis
  readonly speedKnots: Knots
  readonly speedSource: SpeedSource
  readonly speedMethod: string
  /** Calibrated kilograms of CO2 per nautical mile, by consumer. */
  readonly perMile: Co2PerMile
}

/** Adds an assumption when the speed requires more power than the main engine has; the emissions are computed nevertheless. */
const withOverloadAssumption = (basis: ModelBasis, speedKnots: number): ModelBasis => {
  const powerKw = mainEnginePowerKw(basis.modelVessel, speedKnots) * basis.calibration
  if (powerKw <= basis.modelVessel.engineKw) return basis
  const phrase = `${speedKnots} kn requires ${Math.round(powerKw)} kW, more than the ${basis.modelVessel.engineKw} kW of the main engine`
  return { ...basis, assumptions: [...basis.assumptions, phrase] }
}

/** A route of unlimited length without canals. */
const OPEN_SEA: RouteSummary = { lengthNm: Number.POSITIVE_INFINITY, passages: [] }

/**
 * The emissions of a vessel per nautical mile at a requested speed, or at its usual speed over a route, at most 25
 * knots; none when neither the vessel's size nor a plausible report is known.
 */
export const vesselEmissions = (
  vessel: Vessel,
  requestedKnots: Option.Option<number>,
  route: RouteSummary = OPEN_SEA
): Option.Option<VesselEmissions> =>
  Option.map(modelBasisOf(vessel), (basis) => {
    const { speedKnots, speedSource, speedMethod } = Option.match(requestedKnots, {
      onNone: () => slowInCanals(capSpeed(usualSpeed(vessel, basis.modelVessel)), route),
      onSome: requestedSpeed
    })
    const { mainEngine, auxiliary, boiler, berth } = co2PerMile(basis.modelVessel, speedKnots)
    const { calibration } = basis
    return {
      basis: withOverloadAssumption(basis, speedKnots),
      speedKnots: knots(speedKnots),
      speedSource,
      speedMethod,
      perMile: {
        mainEngine: mainEngine * calibration,
        auxiliary: auxiliary * calibration,
        boiler: boiler * calibration,
        berth: berth * calibration
      }
    }
  })
