import { attributionByCall, namesNothing } from "@landfall/core/tracking/carriers/CallAttribution"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { UnknownValueCounter } from "../fields/DecodingContext.ts"

/**
 * Gives events of vessels that name nothing the documents or containers of the other events of their transport call. Those of
 * calls that no other event of the payload names are counted as `references=missing`.
 */
export const attributeByCall = (
  events: ReadonlyArray<CarrierEvent>,
  tally: UnknownValueCounter
): ReadonlyArray<CarrierEvent> => {
  if (!events.some(namesNothing)) return events
  const attribute = attributionByCall(events)
  return events.map((event) => {
    if (!namesNothing(event)) return event
    const attributed = attribute(event)
    if (attributed === undefined) tally.add("references", "missing")
    return attributed ?? event
  })
}
