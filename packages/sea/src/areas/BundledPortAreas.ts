import type { PortAreas } from "@landfall/core/congestion/zones/PortAreas"
import { AMERICAS_OCEANIA_AREAS } from "./AmericasOceaniaAreas.ts"
import { ATLANTIC_GULF_AREAS } from "./AtlanticGulfAreas.ts"
import { EAST_ASIA_AREAS } from "./EastAsiaAreas.ts"
import { EUROPE_AREAS } from "./EuropeAreas.ts"
import { GREAT_LAKES_AREAS } from "./GreatLakesAreas.ts"
import { INDIAN_OCEAN_AREAS } from "./IndianOceanAreas.ts"
import { waterAreas } from "./internal/waterAreas.js"
import { PACIFIC_CARIBBEAN_AREAS } from "./PacificCaribbeanAreas.ts"
import { PACIFIC_COAST_AREAS } from "./PacificCoastAreas.ts"
import { parsePortAreas } from "./PortAreaTable.ts"
import { unpackWaterAreas } from "./WaterAreas.ts"

const TABLES = [
  ATLANTIC_GULF_AREAS,
  PACIFIC_COAST_AREAS,
  GREAT_LAKES_AREAS,
  PACIFIC_CARIBBEAN_AREAS,
  EUROPE_AREAS,
  EAST_ASIA_AREAS,
  INDIAN_OCEAN_AREAS,
  AMERICAS_OCEANIA_AREAS
]

/** The curated areas of the large ports, and the water within reach of the others. */
export const loadPortAreas = (): PortAreas => ({
  curated: TABLES.flatMap(parsePortAreas),
  water: unpackWaterAreas(waterAreas)
})
