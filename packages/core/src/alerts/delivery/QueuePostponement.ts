import { Option } from "effect"
import type { EndpointId } from "../EndpointId.ts"
import type { PostponeReason } from "../sending/SendPostponed.ts"
import type { LeasePostponement } from "./DeliveryQueue.ts"

/**
 * The reason of this installation for which the deliveries of an endpoint wait, and its end, in milliseconds since the
 * epoch.
 */
export interface QueuePostponement {
  readonly until: number
  readonly reason: PostponeReason
  /** One sentence, which the owner of the endpoint reads. */
  readonly message: string
}

/** The postponement of each queue by those of its leases: the one that ends last. */
export const queuePostponements = (
  postponements: ReadonlyArray<LeasePostponement>
): ReadonlyMap<EndpointId, QueuePostponement> =>
  new Map(
    postponements
      .toSorted((a, b) => a.until - b.until)
      .map(({ lease, until, reason, message }) => [lease.endpointId, { until, reason, message }])
  )

/** The postponement that lasts at `now` (milliseconds since the epoch). */
export const activePostponement = (
  postponement: Option.Option<QueuePostponement>,
  now: number
): Option.Option<QueuePostponement> => Option.filter(postponement, ({ until }) => until > now)
