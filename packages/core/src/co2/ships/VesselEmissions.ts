import { Brand, Option, Schema } from "effect"
import { type Knots, MAX_SPEED_KNOTS } from "../../vessels/Knots.ts"
import type { Vessel } from "../../vessels/Vessel.ts"
import { plausibleMeanSpeed } from "./Calibration.ts"
import { type RouteSummary, speedOverRoute } from "./CanalSpeeds.ts"
import { type Co2PerMile, co2PerMile, mainEnginePowerKw } from "./EmissionModel.ts"
import { type ModelBasis, modelBasisOf } from "./ModelBasis.ts"
import type { ModelShip } from "./ModelShip.ts"

// Results of arithmetic on right values are right: they take their brand without being checked again.
const knots = Brand.nominal<Knots>()

/** The share of the nominal capacity that is taken as filled (Clean Cargo, Carbon Emissions Accounting Methodology). */
export const UTILISATION = 0.7

/** Where the speed of a voyage is from: asked for, the ship's service speed, its reported mean, or its size class's mean. */
export const SpeedSource = Schema.Literals(["request", "service", "reported", "sizeClass"])
export type SpeedSource = typeof SpeedSource.Type

interface SpeedChoice {
  readonly speedKnots: number
  readonly speedSource: SpeedSource
  /** One phrase: what the speed is, and what changed it on this way. */
  readonly speedMethod: string
}

/** The speed at sea of a ship that is asked for none: its service speed, else what it reports, else what its class does. */
const usualSpeed = (vessel: Vessel, { sizeClass }: ModelShip): SpeedChoice => {
  if (vessel.serviceSpeedKnots !== undefined)
    return {
      speedKnots: vessel.serviceSpeedKnots,
      speedSource: "service",
      speedMethod: `service speed of the ship, ${vessel.serviceSpeedKnots} kn`
    }
  const year = vessel.reported?.year === undefined ? "" : ` of ${vessel.reported.year}`
  return Option.match(plausibleMeanSpeed(vessel.reported), {
    onNone: () => ({
      speedKnots: sizeClass.speedKnots,
      speedSource: "sizeClass" as const,
      speedMethod: `mean speed that ships of the class ${sizeClass.name} TEU report, ${sizeClass.speedKnots} kn`
    }),
    onSome: (speedKnots) => ({
      speedKnots,
      speedSource: "reported" as const,
      speedMethod: `mean speed in the ship's own report${year}, ${Number(speedKnots.toFixed(2))} kn`
    })
  })
}

/** A speed over a way is told in hundredths of a knot. */
const SPEED_STEPS_PER_KNOT = 100

/** Never above 25 knots, and said where that cuts a speed. */
const capSpeed = (speed: SpeedChoice): SpeedChoice =>
  speed.speedKnots <= MAX_SPEED_KNOTS
    ? speed
    : {
        ...speed,
        speedKnots: MAX_SPEED_KNOTS,
        speedMethod: `${speed.speedMethod}; held at ${MAX_SPEED_KNOTS} kn, the fastest that is computed`
      }

/** The same over a way, no faster than a canal allows. Told and used to a hundredth of a knot, the least there is. */
const slowInCanals = ({ speedKnots, speedSource, speedMethod }: SpeedChoice, way: RouteSummary): SpeedChoice => {
  const over = speedOverRoute(speedKnots, way)
  return {
    speedKnots: Math.max(1, Math.round(over.speedKnots * SPEED_STEPS_PER_KNOT)) / SPEED_STEPS_PER_KNOT,
    speedSource,
    speedMethod: [speedMethod, ...over.slowedBy].join("; ")
  }
}

const requestedSpeed = (speedKnots: number): SpeedChoice =>
  capSpeed({ speedKnots, speedSource: "request", speedMethod: "asked for" })

/** What one ship emits over a mile of one voyage. */
export interface VesselEmissions {
  readonly basis: ModelBasis
  readonly speedKnots: Knots
  readonly speedSource: SpeedSource
  readonly speedMethod: string
  /** Calibrated kilograms of CO2 for a nautical mile, by what burns the fuel. */
  readonly perMile: Co2PerMile
}

/** A speed that takes more of the main engine than it has is computed all the same, and said. */
const withOverloadAssumption = (basis: ModelBasis, speedKnots: number): ModelBasis => {
  const powerKw = mainEnginePowerKw(basis.ship, speedKnots) * basis.calibration
  if (powerKw <= basis.ship.engineKw) return basis
  const phrase = `${speedKnots} kn takes ${Math.round(powerKw)} kW, more than the main engine's ${basis.ship.engineKw} kW`
  return { ...basis, assumptions: [...basis.assumptions, phrase] }
}

/** Open sea without end, and without canals. */
const OPEN_SEA: RouteSummary = { lengthNm: Number.POSITIVE_INFINITY, passages: [] }

/**
 * What a ship emits over a mile at a speed in knots, or at its usual speed over a way, which is never above 25; none when
 * nothing is known that the model could stand on.
 */
export const vesselEmissions = (
  vessel: Vessel,
  askedKnots: Option.Option<number>,
  way: RouteSummary = OPEN_SEA
): Option.Option<VesselEmissions> =>
  Option.map(modelBasisOf(vessel), (basis) => {
    const { speedKnots, speedSource, speedMethod } = Option.match(askedKnots, {
      onNone: () => slowInCanals(capSpeed(usualSpeed(vessel, basis.ship)), way),
      onSome: requestedSpeed
    })
    const { mainEngine, auxiliary, boiler, berth } = co2PerMile(basis.ship, speedKnots)
    const times = basis.calibration
    return {
      basis: withOverloadAssumption(basis, speedKnots),
      speedKnots: knots(speedKnots),
      speedSource,
      speedMethod,
      perMile: {
        mainEngine: mainEngine * times,
        auxiliary: auxiliary * times,
        boiler: boiler * times,
        berth: berth * times
      }
    }
  })
