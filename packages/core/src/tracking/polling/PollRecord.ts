import { Option } from "effect"
import { DAY_MILLIS } from "../../time/Durations.ts"
import { Instant } from "../../time/Instant.ts"
import type { SourceQuery } from "../carriers/TrackingSource.ts"
import type { Scac } from "../references/Sealine.ts"
import type { Shipment, ShipmentStatus } from "../shipments/Shipment.ts"
import type { LastPoll, PollEvidence } from "../shipments/ShipmentStore.ts"
import type { NextPoll } from "./NextPoll.ts"
import type { PollPlan, PollProgress } from "./PollPlan.ts"
import { notConfiguredMessage, type PollStatus } from "./PollQueue.ts"

/**
 * The stored state of the polls of one shipment. A poll queue changes it by the transitions of this file alone; each
 * returns the fields that it changes.
 */
export interface PollRecord {
  /** The next query; none while no source can know the shipment. */
  readonly query: Option.Option<SourceQuery>
  /** As in `PollProgress`. */
  readonly matched: boolean
  readonly tried: number
  readonly last: LastPoll
  readonly lastResponseAt: Option.Option<Instant>
  /** When the next poll, or the next search for a query, is due; under a lease, when that ends. None when nothing is due. */
  readonly dueAt: Option.Option<Instant>
  /** The token of the lease of a poll in progress. */
  readonly leaseToken: Option.Option<string>
  readonly lastPolledAt: Option.Option<Instant>
  /** The reason for the time of the next poll. */
  readonly reason: Option.Option<NextPoll["reason"]>
  /** Why the last poll failed; none after a response. */
  readonly error: Option.Option<string>
  /** When the polls were last restarted because the profile or a key of the carrier changed. */
  readonly restartedAt: Option.Option<Instant>
}

/** How long a shipment that no source can know waits for the next search. */
const SEARCH_INTERVAL_MILLIS = DAY_MILLIS

/** The record of a new shipment: the search for its first query is due immediately. */
export const newPoll = (now: Instant): PollRecord => ({
  query: Option.none(),
  matched: false,
  tried: 0,
  last: { _tag: "Never" },
  lastResponseAt: Option.none(),
  dueAt: Option.some(now),
  leaseToken: Option.none(),
  lastPolledAt: Option.none(),
  reason: Option.none(),
  error: Option.none(),
  restartedAt: Option.none()
})

/** After a search for queries: the first is due immediately; where there is none, the next search is due in a day. */
export const enrolPoll = (queries: ReadonlyArray<SourceQuery>, now: Instant): Pick<PollRecord, "query" | "dueAt"> => {
  const query = Option.fromUndefinedOr(queries[0])
  return { query, dueAt: Option.some(Option.isSome(query) ? now : Instant.make(now + SEARCH_INTERVAL_MILLIS)) }
}

/** After its carrier left the configuration: a search for another query is due immediately, and a lease is void. */
export const releasePoll = (carrier: Scac, now: Instant) =>
  ({
    query: Option.none(),
    matched: false,
    tried: 0,
    last: { _tag: "NoSource" },
    leaseToken: Option.none(),
    dueAt: Option.some(now),
    reason: Option.none(),
    error: Option.some(notConfiguredMessage(carrier))
  }) satisfies Partial<PollRecord>

/**
 * Whether a change of a carrier's profile or key restarts the polls of a shipment: its last poll failed, it is not due
 * yet, and this carrier is polled next, or is one of those that are tried in turn. Pure.
 */
export const isRestartedBy = (
  carrier: Scac,
  { query, matched, error, dueAt }: Pick<PollRecord, "query" | "matched" | "error" | "dueAt">,
  { sealine }: Pick<Shipment, "sealine">,
  now: Instant
): boolean =>
  Option.isSome(error) &&
  Option.exists(dueAt, (at) => at > now) &&
  Option.exists(query, ({ scac }) => scac === carrier || (!matched && Option.isNone(sealine)))

/** After the profile or a key of a carrier changed: the poll is due immediately, failures count from zero, and a lease is void. */
export const restartPoll = ({ last }: Pick<PollRecord, "last">, now: Instant) =>
  ({
    last: "failures" in last ? { ...last, failures: 0 } : last,
    tried: 0,
    dueAt: Option.some(now),
    leaseToken: Option.none(),
    restartedAt: Option.some(now)
  }) satisfies Partial<PollRecord>

/** After the shipment's status changed: a tracked shipment is due immediately, another never; a lease is void. */
export const pollAfterStatusChange = (
  status: ShipmentStatus,
  now: Instant
): Pick<PollRecord, "dueAt" | "leaseToken"> => ({
  dueAt: status === "tracking" ? Option.some(now) : Option.none(),
  leaseToken: Option.none()
})

/** Under a lease; the poll is due again when the lease expires. */
export const leasePoll = (
  token: string,
  now: Instant,
  leaseMillis: number
): Pick<PollRecord, "dueAt" | "leaseToken"> => ({
  leaseToken: Option.some(token),
  dueAt: Option.some(Instant.make(now + leaseMillis))
})

/** After a poll, by its plan. */
export const recordPoll = ({ progress, next, error }: PollPlan, now: Instant): PollRecord => ({
  query: Option.some(progress.query),
  matched: progress.matched,
  tried: progress.tried,
  last: progress.last,
  lastResponseAt: progress.lastResponseAt,
  dueAt: next._tag === "Poll" ? Option.some(next.at) : Option.none(),
  leaseToken: Option.none(),
  lastPolledAt: Option.some(now),
  reason: Option.some(next.reason),
  error,
  restartedAt: progress.restartedAt
})

/** The progress of a shipment that has a query. */
export const pollProgressOf = ({
  query,
  matched,
  tried,
  last,
  lastResponseAt,
  restartedAt
}: PollRecord): Option.Option<PollProgress> =>
  Option.map(query, (query) => ({ query, matched, tried, last, lastResponseAt, restartedAt }))

/** The last poll of a shipment, as decisions read it; empty before its first poll. */
export const pollEvidenceOf = ({
  last,
  lastResponseAt,
  restartedAt
}: Pick<PollRecord, "last" | "lastResponseAt" | "restartedAt">): PollEvidence =>
  last._tag === "Never"
    ? {}
    : {
        lastPoll: last,
        ...(Option.isSome(lastResponseAt) && { lastResponseAt: lastResponseAt.value }),
        ...(Option.isSome(restartedAt) && { pollsRestartedAt: restartedAt.value })
      }

/** The poll status of a shipment that the API shows. Looking for a carrier that supports the shipment is not a poll. */
export const pollStatusOf = ({
  carrier,
  lastPolledAt,
  dueAt,
  error
}: Pick<PollRecord, "lastPolledAt" | "dueAt" | "error"> & Pick<PollStatus, "carrier">): PollStatus => ({
  carrier,
  lastPolledAt,
  nextPollAt: Option.isSome(carrier) ? dueAt : Option.none(),
  lastError: error
})
