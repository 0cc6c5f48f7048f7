import { mergeVessel, type Vessel } from "@landfall/core/vessels/Vessel"
import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { starterVessels } from "@landfall/feeds/vessels/StarterVessels"
import { Effect, Option } from "effect"

/** One of this many starter vessels is looked up, to test whether the registry has all of them. */
const PROBE_DISTANCE = 50

const probes = starterVessels.filter((_, index) => index % PROBE_DISTANCE === PROBE_DISTANCE - 1)

const findByImo = ({ imo }: Vessel) =>
  Effect.gen(function* () {
    if (imo === undefined) return Option.none<Vessel>()
    const registry = yield* VesselRegistry
    return yield* registry.find({ _tag: "Imo", imo })
  })

/** Whether a starter vessel is in the registry with a capacity. */
const isComplete = (vessel: Vessel) => findByImo(vessel).pipe(Effect.map(Option.exists(({ teu }) => teu !== undefined)))

/**
 * A starter vessel, completed by its record in the registry. Its MMSI is omitted, because it passes from vessel to
 * vessel, and the registry may know a later holder.
 */
const completed = ({ mmsi, ...vessel }: Vessel) =>
  findByImo(vessel).pipe(
    Effect.map(Option.match({ onNone: () => vessel, onSome: (registered): Vessel => mergeVessel(vessel, registered) }))
  )

/**
 * Fills an empty vessel registry with the starter vessels, so that a new installation can compute voyages. They
 * complete a registry of an earlier version, whose values remain.
 */
export const ensureStarterVessels = Effect.gen(function* () {
  const registry = yield* VesselRegistry
  if ((yield* registry.count) === 0) return yield* registry.save(starterVessels)
  const complete = yield* Effect.forEach(probes, isComplete)
  if (complete.every((isComplete) => isComplete)) return
  yield* registry.save(yield* Effect.forEach(starterVessels, completed))
})
