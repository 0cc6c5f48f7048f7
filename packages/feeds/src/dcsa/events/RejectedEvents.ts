import { Instant } from "@landfall/core/time/Instant"
import { PLAUSIBLE_YEARS, type UnknownEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { UNREADABLE, type UnreadableEvent } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { normaliseNumber } from "@landfall/core/tracking/references/ContainerNumber"
import { Option } from "effect"
import { readCreatedDate } from "../fields/DcsaDates.ts"
import { readPlace } from "../fields/DcsaPlace.ts"
import { makeUnknownValueCounter, NO_QUIRKS, type Rejection } from "../fields/DecodingContext.ts"
import { type JsonFields, textOf } from "../fields/JsonFields.ts"
import { CODE_FIELDS, KINDS, listedFieldsOf, readCommonFields, readKind, readLocation } from "./DcsaEvent.ts"
import { findExcess, MAX_REMARK_LENGTH } from "./EventLimits.ts"
import type { ListedEvent } from "./EventList.ts"

const kindOf = (event: JsonFields) => (readKind(event, undefined) === "TRANSPORT" ? "TRANSPORT" : "EQUIPMENT")

const codeOf = (event: JsonFields): string | undefined =>
  textOf(event, ...KINDS.map((kind) => CODE_FIELDS[kind]))?.toUpperCase()

/** The identifiers in a rejected event, by which it is compared with those that its source reported before. */
export const namesOfRejected = (sent: ListedEvent): UnreadableEvent => {
  const event = listedFieldsOf(sent)
  if (event === undefined) return {}
  const container = textOf(event, "equipmentReference")
  const code = codeOf(event)
  const place = readPlace(event, kindOf(event), makeUnknownValueCounter())
  return {
    ...(container === undefined ? {} : { container: normaliseNumber(container) }),
    ...(code === undefined ? {} : { code }),
    ...(Option.isSome(place) ? { unlocode: place.value.unlocode } : {})
  }
}

/** The date of a rejected event that states no time of its creation: the same one whenever the carrier repeats the event. */
const UNDATED = Instant.make(Date.UTC(PLAUSIBLE_YEARS.from, 0))

/** The remark of a rejected event: its invalid property, and the rule. */
const remarkOf = ({ path }: ListedEvent, fault: Rejection): string => {
  const property = fault.path.startsWith(`${path}.`) ? fault.path.slice(path.length + 1) : ""
  return `${property} ${fault.reason}`.trim().slice(0, MAX_REMARK_LENGTH).toWellFormed()
}

/** A rejected event as an event of its container or document without effect; undefined when it names neither, or too much. */
export const evidenceOfRejected = (
  sent: ListedEvent,
  fault: Rejection,
  receivedAt: Instant
): UnknownEvent | undefined => {
  const event = listedFieldsOf(sent)
  if (event === undefined) return undefined
  const context = { receivedAt, quirks: NO_QUIRKS, tally: makeUnknownValueCounter() }
  const createdDateTime = readCreatedDate(event, context)
  const { destination: _, ...common } = readCommonFields(event, context)
  const evidence: UnknownEvent = {
    _tag: "UnknownEvent",
    ...common,
    ...readLocation(event, kindOf(event), context),
    eventDateTime: Option.getOrElse(createdDateTime, () => UNDATED),
    createdDateTime,
    remark: Option.some(remarkOf(sent, fault)),
    kind: UNREADABLE,
    code: codeOf(event) ?? "",
    classifier: textOf(event, "eventClassifierCode")?.toUpperCase() ?? ""
  }
  const isNamed =
    Option.isSome(evidence.equipmentReference) || evidence.documents.length > 0 || evidence.references.length > 0
  return isNamed && findExcess(evidence) === undefined ? evidence : undefined
}
