import type { Instant } from "@landfall/core/time/Instant"
import {
  ShipmentUnknown,
  type SourceError,
  type SourceQuery,
  SourceThrottled,
  SourceUnauthorised,
  SourceUnavailable,
  type UnavailableReason
} from "@landfall/core/tracking/carriers/TrackingSource"

/** The fault of a request, independent of its query. A message begins with a verb, because the SCAC precedes it. */
export type CarrierFault =
  | { readonly _tag: "Unknown" }
  | { readonly _tag: "Unauthorised"; readonly message: string }
  | { readonly _tag: "Throttled"; readonly until: Instant; readonly message: string }
  | { readonly _tag: "Unavailable"; readonly reason: UnavailableReason; readonly message: string }

export const unauthorised = (message: string): CarrierFault => ({ _tag: "Unauthorised", message })
export const throttled = (until: Instant, message: string): CarrierFault => ({ _tag: "Throttled", until, message })
export const unavailable = (reason: UnavailableReason, message: string): CarrierFault => ({
  _tag: "Unavailable",
  reason,
  message
})

/** Converts a fault to the error of a query that made this number of requests. */
export const toSourceError = (fault: CarrierFault, { scac, number }: SourceQuery, requests: number): SourceError => {
  switch (fault._tag) {
    case "Unknown":
      return new ShipmentUnknown({ scac, requests, number })
    case "Unauthorised":
      return new SourceUnauthorised({ scac, requests, message: `${scac} ${fault.message}` })
    case "Throttled":
      return new SourceThrottled({ scac, requests, until: fault.until, message: `${scac} ${fault.message}` })
    case "Unavailable":
      return new SourceUnavailable({ scac, requests, reason: fault.reason, message: `${scac} ${fault.message}` })
  }
}
