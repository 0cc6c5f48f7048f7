import type { AccountQuota } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { claimSize, type DispatchLimits } from "./DispatchRules.ts"
import { type AccountWork, FIRST_WINDOW, holdsLeases } from "./EndpointWork.ts"
import type { LaneShares } from "./LaneShares.ts"

/**
 * The delay of the next turn of the queue of an endpoint that is not known to respond soon, while the account's lanes
 * for these are full: short when its sends end quickly, longer when some last for long.
 */
const SHORT_DELAY_MILLIS = 20
const LONG_DELAY_MILLIS = 250

/** The waiting leases of an account, without the uncertain ones beyond its share of the lanes for uncertain sends. */
const readyLeases = ({ accountId, readyResponsive, readyUncertain }: AccountWork, lanes: LaneShares): number =>
  readyResponsive + Math.min(readyUncertain, lanes.roomForUncertain(accountId))

/** The waiting leases of an account for which lanes may be free. */
export const sendableLeases = (account: AccountWork, lanes: LaneShares): number =>
  Math.min(readyLeases(account, lanes), lanes.room(account.accountId))

/**
 * The number of leases of an account that may be claimed, by the rule of `claimSize` for its share of the lanes: an
 * account whose lanes are full holds no leases that another worker could send. An account of which the worker holds no
 * lease may always claim one.
 */
export const accountQuota = (account: AccountWork, lanes: LaneShares, { claimBatch }: DispatchLimits): AccountQuota => {
  const { accountId, sending, ended, readyUncertain } = account
  const capacity = lanes.room(accountId)
  const workload = { capacity, ready: readyLeases(account, lanes), ended, unrecorded: 0 }
  const total = claimSize(workload, { concurrency: capacity + sending, claimBatch })
  const uncertain = Math.max(0, lanes.roomForUncertain(accountId) - readyUncertain)
  const uncertainDelayMillis = account.longSends > 0 ? LONG_DELAY_MILLIS : SHORT_DELAY_MILLIS
  return holdsLeases(account)
    ? { total, uncertain, uncertainDelayMillis }
    : { total: Math.max(FIRST_WINDOW, total), uncertain: Math.max(1, uncertain), uncertainDelayMillis }
}
