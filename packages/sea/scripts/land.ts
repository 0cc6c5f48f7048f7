import topology from "world-atlas/land-10m.json" with { type: "json" }
import { type Ring, landRings as ringsOf } from "../src/LandTopology.ts"

export type { Ring } from "../src/LandTopology.ts"

/** Reads every ring of Natural Earth's land at 1:10 million. */
export const landRings = (): ReadonlyArray<Ring> => ringsOf(topology)
