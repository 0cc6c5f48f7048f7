import { HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { SourceQuery } from "@landfall/core/tracking/carriers/TrackingSource"
import type { CarrierPoll } from "@landfall/core/tracking/polling/CarrierHealth"
import type { NextPoll } from "@landfall/core/tracking/polling/NextPoll"
import type { PollProgress } from "@landfall/core/tracking/polling/PollPlan"
import type { PollLease, PollOutcome } from "@landfall/core/tracking/polling/PollQueue"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { ShipmentDecision, ShipmentSnapshot } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Option } from "effect"
import { changeNothing } from "./ShipmentOperations.ts"

export const MAERSK = Scac.make("MAEU")
export const HAPAG = Scac.make("HLCU")

/** The query for the container of a shipment at a carrier. */
export const queryTo = (scac: Scac, { number }: Shipment): SourceQuery => ({ scac, number, kind: "CT" })

/** The options of an outcome. By default there is no response, and the next poll is due in an hour. */
export interface PollOutcomeOptions {
  readonly requests?: number
  readonly snapshot?: { readonly events: ReadonlyArray<CarrierEvent>; readonly complete: boolean } | undefined
  readonly pausedUntil?: Instant
  readonly progress?: PollProgress
  /** The kind of response of the carrier; unknown by default, so that its health does not change. */
  readonly carrierPoll?: CarrierPoll
  /** When the next poll is due. */
  readonly at?: Instant
  /** The sealine that the decision sets. */
  readonly sealine?: Scac
  /** The reason of a failed poll. */
  readonly error?: string
  /** Whether no poll follows. */
  readonly isLast?: boolean
  /** The decision on other shipments; it changes nothing by default. */
  readonly decideOthers?: ShipmentDecision
  /** Called with the snapshot of the decision. */
  readonly onSnapshot?: (snapshot: ShipmentSnapshot) => void
}

/** An outcome to record. */
export const pollOutcomeOf = (lease: PollLease, now: DateTime.Utc, changes: PollOutcomeOptions): PollOutcome => {
  const at = changes.at ?? Instant.make(DateTime.toEpochMillis(now) + HOUR_MILLIS)
  const next: NextPoll =
    changes.isLast === true ? { _tag: "Stop", reason: "completed" } : { _tag: "Poll", at, reason: "under_way" }
  return {
    lease,
    now,
    requests: changes.requests ?? 1,
    response: Option.fromUndefinedOr(changes.snapshot),
    carrierPoll: Option.fromUndefinedOr(changes.carrierPoll),
    pausedUntil: Option.fromUndefinedOr(changes.pausedUntil),
    decideOthers: changes.decideOthers ?? changeNothing,
    decide: (snapshot) => {
      changes.onSnapshot?.(snapshot)
      const { sealine } = changes
      const shipment =
        sealine === undefined ? snapshot.shipment : { ...snapshot.shipment, sealine: Option.some(sealine) }
      return {
        change: { shipment, registrations: [], outbox: [] },
        plan: { progress: changes.progress ?? lease.progress, next, error: Option.fromUndefinedOr(changes.error) }
      }
    }
  }
}
