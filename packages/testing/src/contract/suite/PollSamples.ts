import { HOUR_MILLIS, Instant } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { SourceQuery } from "@landfall/core/tracking/carriers/TrackingSource"
import type { NextPoll } from "@landfall/core/tracking/polling/NextPoll"
import type { PollProgress } from "@landfall/core/tracking/polling/PollPlan"
import type { PollLease, PollOutcome } from "@landfall/core/tracking/polling/PollQueue"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { ShipmentDecision, ShipmentSnapshot } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Option } from "effect"
import { changeNothing } from "./ShipmentOperations.ts"

export const MAERSK = Scac.make("MAEU")
export const HAPAG = Scac.make("HLCU")

/** Asks a carrier for the box of a shipment. */
export const queryTo = (scac: Scac, { number }: Shipment): SourceQuery => ({ scac, number, kind: "CT" })

/** What is said of a result; without more nothing came, and the next check is in an hour. */
export interface PollOutcomeOptions {
  readonly requests?: number
  readonly snapshot?: { readonly events: ReadonlyArray<CarrierEvent>; readonly complete: boolean } | undefined
  readonly quietUntil?: Instant
  readonly progress?: PollProgress
  /** When the next check is due. */
  readonly at?: Instant
  /** The carrier that the shipment turned out to be of. */
  readonly sealine?: Scac
  /** Why nothing came. */
  readonly error?: string
  /** There is no next check. */
  readonly isLast?: boolean
  /** What follows for other shipments; nothing without it. */
  readonly decideOthers?: ShipmentDecision
  /** Is shown what the decision sees. */
  readonly onSnapshot?: (snapshot: ShipmentSnapshot) => void
}

/** A result to record. */
export const pollOutcomeOf = (lease: PollLease, now: DateTime.Utc, changes: PollOutcomeOptions): PollOutcome => {
  const at = changes.at ?? Instant.make(DateTime.toEpochMillis(now) + HOUR_MILLIS)
  const next: NextPoll =
    changes.isLast === true ? { _tag: "Rest", why: "completed" } : { _tag: "Check", at, why: "under_way" }
  return {
    lease,
    now,
    requests: changes.requests ?? 1,
    response: Option.fromUndefinedOr(changes.snapshot),
    quietUntil: Option.fromUndefinedOr(changes.quietUntil),
    decideOthers: changes.decideOthers ?? changeNothing,
    decide: (snapshot) => {
      changes.onSnapshot?.(snapshot)
      const { sealine } = changes
      const shipment =
        sealine === undefined
          ? snapshot.shipment
          : new Shipment({ ...snapshot.shipment, sealine: Option.some(sealine) })
      return {
        change: { shipment, registrations: [], outbox: [] },
        plan: { progress: changes.progress ?? lease.progress, next, error: Option.fromUndefinedOr(changes.error) }
      }
    }
  }
}
