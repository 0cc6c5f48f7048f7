import { Context } from "effect"

/**
 * The account for whose request work is done; undefined for the work of the service itself. Stores divide scarce
 * resources among owners.
 */
export const WorkOwner = Context.Reference<string | undefined>("@landfall/core/limits/WorkOwner", {
  defaultValue: () => undefined
})

/** Whether work counts as more than one request. Stores delay such work of an owner whose transactions delayed others. */
export const IsLargeWork = Context.Reference<boolean>("@landfall/core/limits/IsLargeWork", {
  defaultValue: () => false
})
