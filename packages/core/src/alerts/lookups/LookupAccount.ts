import { Context } from "effect"

/** The account for which a host name is looked up; undefined outside deliveries. Look-ups are shared among accounts. */
export const LookupAccount = Context.Reference<string | undefined>("@landfall/core/alerts/lookups/LookupAccount", {
  defaultValue: () => undefined
})
