import type { Passage } from "@landfall/core/geo/Passage"
import type { VesselSize } from "@landfall/core/geo/SeaRouter"

/** The largest ship that a passage takes, in metres; a measure that is absent sets no limit. */
export interface PassageLimits {
  readonly lengthM?: number
  readonly beamM?: number
  readonly draughtM?: number
}

/**
 * Limits of passages: Panama by the locks of 2016 (ACP notice to shipping N-1: 370.33 m, 51.25 m, 15.24 m); Kiel by its
 * traffic rules (235 m, 32.5 m, 9.5 m); Suez by the draught of the SCA's rules of navigation (20.12 m) and beam
 * (77.5 m); Corinth by its authority (beam 17.6 m at most, draught 7.3 m); the Sound by the depth of Drogden (draught
 * 7.7 m); Torres by the pilotage rule for the Prince of Wales Channel (12.2 m).
 */
export const PASSAGE_LIMITS: Readonly<Partial<Record<Passage, PassageLimits>>> = {
  corinth: { lengthM: 134, beamM: 17.6, draughtM: 7.3 },
  kiel: { lengthM: 235, beamM: 32.5, draughtM: 9.5 },
  oresund: { draughtM: 7.7 },
  panama: { lengthM: 370.33, beamM: 51.25, draughtM: 15.24 },
  suez: { beamM: 77.5, draughtM: 20.12 },
  torres: { draughtM: 12.2 }
}

/** Used when nothing else leads there, or when asked for. */
export const LAST_RESORT_PASSAGES: ReadonlyArray<Passage> = ["corinth", "magellan", "northeast", "northwest"]

/**
 * Within so many miles of its gate a port lies on a passage of last resort, and its ships use it: Punta Arenas lies in the
 * Strait of Magellan, and nobody rounds Cape Horn from there to Valparaíso.
 */
export const LAST_RESORT_LOCAL_NM: Readonly<Partial<Record<Passage, number>>> = { magellan: 60 }

const exceeds = (measure: number | undefined, limit: number | undefined): boolean =>
  measure !== undefined && limit !== undefined && measure > limit

/** Whether a ship is known not to fit a passage. */
export const isTooLarge = (passage: Passage, { beamM, draughtM, lengthM }: VesselSize): boolean => {
  const limits = PASSAGE_LIMITS[passage]
  return (
    limits !== undefined &&
    (exceeds(lengthM, limits.lengthM) || exceeds(beamM, limits.beamM) || exceeds(draughtM, limits.draughtM))
  )
}

/** A passage's limits as a person would say them. */
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
