import type { FleetParts } from "@landfall/core/congestion/fleet/FleetParts"
import { Context } from "effect"

/**
 * Receives the parts that this process detects, whenever they change, of a fleet that is divided; discards them unless the
 * composition provides another function.
 */
export const FleetPartMetrics = Context.Reference<(parts: FleetParts) => void>(
  "@landfall/worker/congestion/FleetPartMetrics",
  { defaultValue: () => () => undefined }
)
