import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { starterVessels } from "@landfall/feeds/vessels/StarterVessels"
import { Effect } from "effect"

/** Fills an empty vessel registry with a few well-known vessels, so that a new installation can compute voyages. */
export const ensureStarterVessels = Effect.gen(function* () {
  const registry = yield* VesselRegistry
  if ((yield* registry.count) === 0) yield* registry.save(starterVessels)
})
