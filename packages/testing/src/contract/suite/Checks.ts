import { HOUR_MILLIS, Instant } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { SourceQuestion } from "@landfall/core/tracking/carriers/TrackingSource"
import type { CheckProgress } from "@landfall/core/tracking/polling/CheckPlan"
import type { NextCheck } from "@landfall/core/tracking/polling/NextCheck"
import type { Checked, CheckLease } from "@landfall/core/tracking/polling/PollQueue"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { Decide, ShipmentSnapshot } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Option } from "effect"
import { quiet } from "./Shipments.ts"

export const MAERSK = Scac.make("MAEU")
export const HAPAG = Scac.make("HLCU")

/** Asks a carrier for the box of a shipment. */
export const questionTo = (scac: Scac, { number }: Shipment): SourceQuestion => ({ scac, number, kind: "CT" })

/** What is said of a result; without more nothing came, and the next check is in an hour. */
export interface CheckChanges {
  readonly requests?: number
  readonly snapshot?: { readonly events: ReadonlyArray<CarrierEvent>; readonly complete: boolean } | undefined
  readonly quietUntil?: Instant
  readonly progress?: CheckProgress
  /** When the next check is due. */
  readonly at?: Instant
  /** The carrier that the shipment turned out to be of. */
  readonly sealine?: Scac
  /** Why nothing came. */
  readonly error?: string
  /** There is no next check. */
  readonly rest?: boolean
  /** What follows for other shipments; nothing without it. */
  readonly decideOthers?: Decide
  /** Is shown what the decision sees. */
  readonly watch?: (snapshot: ShipmentSnapshot) => void
}

/** A result to record. */
export const checkedOf = (lease: CheckLease, now: DateTime.Utc, changes: CheckChanges): Checked => {
  const at = changes.at ?? Instant.make(DateTime.toEpochMillis(now) + HOUR_MILLIS)
  const next: NextCheck =
    changes.rest === true ? { _tag: "Rest", why: "completed" } : { _tag: "Check", at, why: "under_way" }
  return {
    lease,
    now,
    requests: changes.requests ?? 1,
    snapshot: Option.fromUndefinedOr(changes.snapshot),
    quietUntil: Option.fromUndefinedOr(changes.quietUntil),
    decideOthers: changes.decideOthers ?? quiet,
    decide: (snapshot) => {
      changes.watch?.(snapshot)
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
