import { Option } from "effect"
import type { Instant } from "../../time/Instant.ts"
import type { CarrierEvent, CollectionTerms, EventReference } from "../carriers/CarrierEvent.ts"

/** Whose terms are set: those of a container, or of every container of a document. */
export interface TermsSubject {
  readonly container: string | undefined
  readonly documents: ReadonlyArray<EventReference>
}

/**
 * Terms of the collection of a container as an event: they are stored, matched to shipments and expire like any other. A later
 * event replaces them.
 */
export const termsEvent = (
  { container, documents }: TermsSubject,
  terms: CollectionTerms,
  now: Instant
): CarrierEvent => ({
  _tag: "UnknownEvent",
  sourceEventId: Option.none(),
  eventDateTime: now,
  createdDateTime: Option.some(now),
  receivedAt: now,
  documents,
  references: [],
  remark: Option.none(),
  delayReason: Option.none(),
  kind: "TERMS",
  code: "TERMS",
  classifier: "ACT",
  place: Option.none(),
  transportCall: Option.none(),
  equipmentReference: Option.fromUndefinedOr(container),
  terms
})
