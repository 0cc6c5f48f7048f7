import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { PlaceDirectory } from "@landfall/core/geo/PlaceDirectory"
import { runInSlices } from "@landfall/core/limits/WorkSlices"
import { instantOf } from "@landfall/core/time/Instant"
import { journeysOf } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import { type ShipmentSnapshot, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect } from "effect"
import { WeightedWork } from "../limits/WeightedWork.ts"
import { weightOfEvents } from "../shares/RequestWeight.ts"
import { toShipmentSummary } from "./ShipmentSummary.ts"

/** The shipments whose events are read at the same time: each has up to some thousand. */
const SUMMARIES_AT_ONCE = 10

/** Makes the functions that derive journeys for responses. The events that they read add to the weight of the call. */
export const makeJourneyReads = Effect.gen(function* () {
  const store = yield* ShipmentStore
  const places = yield* PlaceDirectory
  const work = yield* WeightedWork

  return {
    /** The journeys of a shipment. */
    deriveJourneys: (snapshot: ShipmentSnapshot) =>
      Effect.andThen(
        work.charge(weightOfEvents(snapshot.events.length)),
        Effect.map(DateTime.now, (now) => journeysOf(snapshot, instantOf(now)))
      ),

    /**
     * The next milestone and the arrival of each of these shipments: a few are read at the same time, and derived in
     * slices.
     */
    summariesOf: Effect.fnUntraced(function* (accountId: AccountId, ids: ReadonlyArray<ShipmentId>) {
      const findPlace = yield* places
      const now = instantOf(yield* DateTime.now)
      const summaries = new Map<ShipmentId, ReturnType<typeof toShipmentSummary>>()
      let events = 0
      for (let first = 0; first < ids.length; first += SUMMARIES_AT_ONCE) {
        const snapshots = yield* store.snapshots(accountId, ids.slice(first, first + SUMMARIES_AT_ONCE))
        for (const snapshot of snapshots) events += snapshot.events.length
        yield* work.charge(weightOfEvents(events))
        const summarise = (index: number) => {
          const snapshot = snapshots[index]
          if (snapshot === undefined) return
          summaries.set(snapshot.shipment.id, toShipmentSummary(journeysOf(snapshot, now), findPlace))
        }
        yield* runInSlices(snapshots.length, summarise, (index) => snapshots[index]?.events.length ?? 0)
      }
      return summaries
    })
  }
})
