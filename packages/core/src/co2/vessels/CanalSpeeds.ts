import { KILOMETRES_PER_NAUTICAL_MILE } from "../../geo/Distance.ts"
import type { Passage } from "../../geo/Passage.ts"

/** A canal whose authority sets the speed of vessels. */
interface Canal {
  readonly name: string
  readonly lengthNm: number
  readonly speedKnots: number
}

const canal = (name: string, lengthKm: number, kmPerHour: number): Canal => ({
  name,
  lengthNm: lengthKm / KILOMETRES_PER_NAUTICAL_MILE,
  speedKnots: kmPerHour / KILOMETRES_PER_NAUTICAL_MILE
})

/**
 * Lengths and speeds of canals, as their authorities give them.
 *
 * Suez: 193.3 km; 16 km/h for all but gas carriers and deep tankers and bulk carriers (Suez Canal Authority, Rules of
 * Navigation, 2020, article 54). Kiel: 98.6 km; 12 km/h for all vessels since 1 July 2023 (Wasserstraßen- und
 * Schifffahrtsamt Nord-Ostsee-Kanal). Corinth: 6.343 km; 6 knots (the canal's regulations, article 3). Panama: 80 km in
 * 8 to 10 hours, locks included, as widely quoted from the Panama Canal Authority: 9 hours are used, without the waiting
 * time. The lengths of Suez and Panama come from the same authorities.
 */
const CANALS: Readonly<Partial<Record<Passage, Canal>>> = {
  suez: canal("Suez Canal", 193.3, 16),
  kiel: canal("Kiel Canal", 98.6, 12),
  corinth: canal("Corinth Canal", 6.343, 6 * KILOMETRES_PER_NAUTICAL_MILE),
  panama: canal("Panama Canal", 80, 80 / 9)
}

/** The properties of a route that determine the speed. */
export interface RouteSummary {
  readonly lengthNm: number
  readonly passages: ReadonlyArray<Passage>
}

/** A mean speed over a route, and a phrase for each canal that slows the vessel down. */
export interface RouteSpeed {
  readonly speedKnots: number
  readonly slowedBy: ReadonlyArray<string>
}

/** The mean speed in knots over a route, of a vessel that sails at `seaKnots` except in canals with a lower speed. */
export const speedOverRoute = (seaKnots: number, { lengthNm, passages }: RouteSummary): RouteSpeed => {
  if (lengthNm === 0) return { speedKnots: seaKnots, slowedBy: [] }
  let hoursPerMile = 0
  let seaShare = 1
  const slowedBy: Array<string> = []
  for (const passage of passages) {
    const canal = CANALS[passage]
    if (canal === undefined || canal.speedKnots >= seaKnots || seaShare <= 0) continue
    const share = Math.min(seaShare, canal.lengthNm / lengthNm)
    hoursPerMile += share / canal.speedKnots
    seaShare -= share
    slowedBy.push(`${(share * lengthNm).toFixed(0)} nm of the ${canal.name} at ${canal.speedKnots.toFixed(1)} kn`)
  }
  return { speedKnots: slowedBy.length === 0 ? seaKnots : 1 / (hoursPerMile + seaShare / seaKnots), slowedBy }
}
