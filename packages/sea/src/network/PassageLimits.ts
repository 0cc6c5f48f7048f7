import type { Passage } from "@landfall/core/geo/Passage"
import type { VesselSize } from "@landfall/core/geo/SeaRouter"

/** The dimensions of the largest vessel that fits a passage, in metres; an absent one is not limited. */
export interface PassageLimits {
  readonly lengthM?: number
  readonly beamM?: number
  readonly draughtM?: number
}

/**
 * The limits of passages. Panama: locks of 2016 (ACP notice to shipping N-1: 370.33 m, 51.25 m, 15.24 m). Kiel: traffic
 * rules (235 m, 32.5 m, 9.5 m). Suez: SCA rules of navigation (draught 20.12 m, beam 77.5 m). Corinth: canal authority
 * (beam 17.6 m, draught 7.3 m). Cape Cod: 33 CFR 207.20 (825 feet; the channel is 32 feet deep). The Sound: depth of Drogden (draught 7.7 m). Torres: pilotage rule for the Prince of
 * Wales Channel (draught 12.2 m).
 */
const PASSAGE_LIMITS: Readonly<Partial<Record<Passage, PassageLimits>>> = {
  "cape-cod": { lengthM: 251.4, draughtM: 9.75 },
  corinth: { lengthM: 134, beamM: 17.6, draughtM: 7.3 },
  kiel: { lengthM: 235, beamM: 32.5, draughtM: 9.5 },
  oresund: { draughtM: 7.7 },
  panama: { lengthM: 370.33, beamM: 51.25, draughtM: 15.24 },
  suez: { beamM: 77.5, draughtM: 20.12 },
  torres: { draughtM: 12.2 }
}

/** Passages that a route uses only when required, or when there is no other route. */
export const LAST_RESORT_PASSAGES: ReadonlyArray<Passage> = ["corinth", "northeast", "northwest"]

/**
 * The vessel of a route without a vessel: a usual one of ocean trades, which fits Panama, Suez and Torres, and neither
 * Kiel nor Cape Cod nor the Sound. Chosen here.
 */
export const USUAL_VESSEL: VesselSize = { lengthM: 260, beamM: 40, draughtM: 12 }

const exceeds = (measure: number | undefined, limit: number | undefined): boolean =>
  measure !== undefined && limit !== undefined && measure > limit

/** Tests whether a known dimension of a vessel exceeds the limits of a passage. */
export const isTooLarge = (passage: Passage, { beamM, draughtM, lengthM }: VesselSize): boolean => {
  const limits = PASSAGE_LIMITS[passage]
  return (
    limits !== undefined &&
    (exceeds(lengthM, limits.lengthM) || exceeds(beamM, limits.beamM) || exceeds(draughtM, limits.draughtM))
  )
}

/** The limits of a passage as text, such as "235 m length, 32.5 m beam". */
export const describeLimits = (passage: Passage): string => {
  const { beamM, draughtM, lengthM } = PASSAGE_LIMITS[passage] ?? {}
  return [
    lengthM === undefined ? [] : [`${lengthM} m length`],
    beamM === undefined ? [] : [`${beamM} m beam`],
    draughtM === undefined ? [] : [`${draughtM} m draught`]
  ]
    .flat()
    .join(", ")
}
