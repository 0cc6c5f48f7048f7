import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { starterVessels } from "@landfall/feeds/vessels/StarterVessels"
import { Effect } from "effect"

/** Tells a registry that knows no ship of a few well-known ones, so that a new installation has something to answer. */
export const ensureStarterVessels = Effect.gen(function* () {
  const registry = yield* VesselRegistry
  if ((yield* registry.count) === 0) yield* registry.save(starterVessels)
})
