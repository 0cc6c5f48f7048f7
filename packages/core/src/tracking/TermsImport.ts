import { DateTime, Effect, Option, Result, Stream } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { StorageError } from "../faults/StorageError.ts"
import { PlaceDirectory } from "../geo/PlaceDirectory.ts"
import { type Instant, instantOf } from "../time/Instant.ts"
import type { CollectionTerms } from "./carriers/CarrierEvent.ts"
import { decideOnEvents, journeysOf } from "./decisions/ShipmentDecisions.ts"
import { type TermsSubject, termsEvent } from "./handling/CollectionTermsEvent.ts"
import { normaliseNumber } from "./references/ContainerNumber.ts"
import { type ShipmentSnapshot, ShipmentStore } from "./shipments/ShipmentStore.ts"

const DOCUMENT_TYPES = { CT: undefined, BK: "BKG", BL: "TRD" } as const

/** Whose terms a request for a shipment sets, or why it cannot, as a sentence that begins with `container`. */
export const termsSubject = (
  snapshot: ShipmentSnapshot,
  requested: string | undefined,
  now: Instant
): Result.Result<TermsSubject, string> => {
  const { number, type } = snapshot.shipment
  const container = requested === undefined ? undefined : normaliseNumber(requested)
  const documentType = Option.isNone(type) ? "BKG" : DOCUMENT_TYPES[type.value]
  if (documentType === undefined) {
    if (container !== undefined && container !== number) {
      return Result.fail(`container must be ${number}, the container of the shipment, or absent; it is ${container}`)
    }
    return Result.succeed({ container: number, documents: [] })
  }
  const containers = journeysOf(snapshot, now).flatMap((journey) => Option.toArray(journey.container))
  if (container !== undefined && !containers.includes(container)) {
    const names = containers.length === 0 ? "none is known yet" : containers.join(", ")
    return Result.fail(`container must be a container of the shipment (${names}); it is ${container}`)
  }
  return Result.succeed({ container, documents: [{ type: documentType, value: number }] })
}

/** The terms of a shipment, or of one of its containers, as a file states them. */
export interface TermsRow {
  readonly line: number
  /** The number of the shipment: a container, a booking or a bill of lading. */
  readonly number: string
  /** The container of a booking or bill of lading; absent for all of them. */
  readonly container?: string
  readonly terms: CollectionTerms
}

/** A row whose terms were not set, and why. */
export interface RejectedTerms {
  readonly line: number
  readonly reason: string
}

/** The result of an import of terms so far. */
export interface TermsImportSummary {
  /** The shipments whose terms were set, one for each row and shipment. */
  readonly set: number
  /** Alerts written to the outbox. */
  readonly alerts: number
  readonly unset: ReadonlyArray<RejectedTerms>
}

/** More shipments than any number has: the kinds of a number, times its carriers. */
const MAX_OF_NUMBER = 10

/**
 * Sets the terms of shipments of an account, row by row as `PUT /shipment/{id}/terms` does, each in a separate
 * transaction. A row whose shipment is not tracked, or has no such container, is listed in `unset`. `onProgress` runs
 * after each row.
 */
export const importTerms = Effect.fn("TermsImport.import")(function* <E, R>(
  accountId: AccountId,
  rows: Stream.Stream<TermsRow, E, R>,
  onProgress: (summary: TermsImportSummary) => Effect.Effect<void>
): Effect.fn.Return<TermsImportSummary, E | StorageError, R | ShipmentStore> {
  const store = yield* ShipmentStore
  const findPlace = yield* yield* PlaceDirectory
  const page = { limit: MAX_OF_NUMBER, cursor: Option.none() }
  const unset: Array<RejectedTerms> = []
  let summary: TermsImportSummary = { set: 0, alerts: 0, unset }

  const trackedOf = Effect.fnUntraced(function* (number: string) {
    const { data } = yield* store.list(accountId, page, { number })
    const ids = data.filter(({ status }) => status === "tracking").map(({ id }) => id)
    return ids.length === 0 ? [] : yield* store.snapshots(accountId, ids)
  })

  yield* Stream.runForEach(
    rows,
    Effect.fnUntraced(function* ({ container, line, number, terms }) {
      const now = yield* DateTime.now
      const normalised = normaliseNumber(number)
      const snapshots = yield* trackedOf(normalised)
      if (snapshots.length === 0) unset.push({ line, reason: `number ${normalised} is not tracked by the account` })
      for (const snapshot of snapshots) {
        const subject = termsSubject(snapshot, container, instantOf(now))
        if (Result.isFailure(subject)) {
          unset.push({ line, reason: subject.failure })
          continue
        }
        const event = termsEvent(subject.success, terms, instantOf(now))
        const received = yield* store.receive(accountId, [event], now, decideOnEvents(now, false, findPlace))
        summary = { set: summary.set + 1, alerts: summary.alerts + received.messages, unset }
      }
      yield* onProgress(summary)
    })
  )
  return summary
})
