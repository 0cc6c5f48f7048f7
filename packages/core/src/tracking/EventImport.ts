import { DateTime, Effect, Stream } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { ShipmentId } from "../alerts/ShipmentId.ts"
import type { StorageError } from "../faults/StorageError.ts"
import { PlaceDirectory } from "../geo/PlaceDirectory.ts"
import type { CarrierEvent } from "./carriers/CarrierEvent.ts"
import { decideOnEvents } from "./decisions/ShipmentDecisions.ts"
import { ShipmentStore } from "./shipments/ShipmentStore.ts"

/** The events of one transaction: a service on the same database waits for it. */
const EVENTS_PER_BATCH = 150

/** The result of an import so far. */
export interface EventImportSummary {
  readonly read: number
  /** Events that the account did not have. */
  readonly added: number
  /** New events that were not stored, because their container or document has as many as its limit allows. */
  readonly excess: number
  /** Events that the account already had. */
  readonly repeated: number
  /** Alerts written to the outbox. */
  readonly alerts: number
  /** The shipments that the new events concern. */
  readonly shipments: ReadonlySet<ShipmentId>
}

/**
 * Imports carrier events of an account's shipments: stores them in batches, and decides after each batch which alerts
 * follow from it. `onProgress` runs after each batch. A batch is one transaction, so that the batches
 * before a failure remain stored; importing the same events again adds none.
 */
export const importEvents: <E, R>(
  accountId: AccountId,
  events: Stream.Stream<CarrierEvent, E, R>,
  onProgress: (summary: EventImportSummary) => Effect.Effect<void>
) => Effect.Effect<EventImportSummary, E | StorageError, R | ShipmentStore> = Effect.fn("EventImport.import")(
  function* (accountId, events, onProgress) {
    const store = yield* ShipmentStore
    const now = yield* DateTime.now
    const findPlace = yield* yield* PlaceDirectory
    const shipments = new Set<ShipmentId>()
    let summary: EventImportSummary = { read: 0, added: 0, excess: 0, repeated: 0, alerts: 0, shipments }

    yield* events.pipe(
      Stream.grouped(EVENTS_PER_BATCH),
      Stream.runForEach(
        Effect.fnUntraced(function* (batch) {
          const received = yield* store.receive(accountId, batch, now, decideOnEvents(now, false, findPlace))
          for (const id of received.shipments) shipments.add(id)
          summary = {
            read: summary.read + batch.length,
            added: summary.added + received.added,
            excess: summary.excess + received.excess,
            repeated: summary.repeated + received.repeated,
            alerts: summary.alerts + received.messages,
            shipments
          }
          yield* onProgress(summary)
        })
      )
    )
    return summary
  }
)
