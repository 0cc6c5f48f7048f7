/** What a worker has in hand when it thinks of claiming more. */
export interface Workload {
  /** Slots that send nothing. */
  readonly free: number
  /** Deliveries leased and not begun. */
  readonly waiting: number
  /** Sends that ended since the last claim. */
  readonly finished: number
  /** Outcomes that are not stored yet. */
  readonly unrecorded: number
}

export interface ClaimLimits {
  readonly concurrency: number
  /** The most deliveries leased at once. */
  readonly batch: number
}

/** How many batches of outcomes may wait for the storage before no more is claimed. */
const UNRECORDED_BATCHES = 4

/**
 * How many deliveries to lease now; 0: not yet. Always enough for the free slots, and while sends end quickly ahead of
 * them: twice what ended since the last claim, so that a busy worker soon claims whole batches, and one whose receivers
 * hang holds nothing that another could send.
 */
export const claimSize = (workload: Workload, limits: ClaimLimits): number => {
  const { free, waiting, finished, unrecorded } = workload
  if (unrecorded >= limits.batch * UNRECORDED_BATCHES) return 0
  if (waiting >= Math.min(limits.concurrency, finished)) return Math.max(0, Math.min(free - waiting, limits.batch))
  return Math.min(Math.max(free, 2 * finished), limits.batch)
}
