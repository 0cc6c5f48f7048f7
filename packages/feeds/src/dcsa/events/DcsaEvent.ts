import {
  type CarrierEvent,
  Classifier,
  EmptyIndicator,
  EquipmentCode,
  type Reference
} from "@landfall/core/tracking/carriers/CarrierEvent"
import { normaliseNumber } from "@landfall/core/tracking/references/ContainerNumber"
import { Option, Predicate, Result, Schema } from "effect"
import { createdIn, eventDateIn } from "./DcsaDates.ts"
import { placeIn, transportCallIn } from "./DcsaPlace.ts"
import { type DcsaReading, type Refusal, refuse } from "./DcsaReading.ts"
import { excessOf, MAX_REMARK_LENGTH } from "./EventBounds.ts"
import type { EventKind, ListedEvent } from "./EventList.ts"
import { childrenOf, fieldsOf, type JsonFields, textOf, valueOf } from "./JsonFields.ts"

const CODE_FIELDS = {
  TRANSPORT: "transportEventTypeCode",
  EQUIPMENT: "equipmentEventTypeCode",
  SHIPMENT: "shipmentEventTypeCode"
} as const

const KINDS: ReadonlyArray<EventKind> = ["TRANSPORT", "EQUIPMENT", "SHIPMENT"]

/** What the event says it is, else what its list or its code tells. */
const kindIn = (event: JsonFields, listed: EventKind | undefined): string | undefined =>
  textOf(event, "eventType")?.toUpperCase() ??
  listed ??
  KINDS.find((kind) => valueOf(event, CODE_FIELDS[kind]) !== undefined)

const isClassifier = Schema.is(Classifier)
const isEquipmentCode = Schema.is(EquipmentCode)
const isEmptyIndicator = Schema.is(EmptyIndicator)
const isTransportCode = (code: string): code is "ARRI" | "DEPA" => code === "ARRI" || code === "DEPA"

/** A text that an event cannot do without, in capitals. */
const required = (event: JsonFields, what: string, ...names: readonly [string, ...ReadonlyArray<string>]) => {
  const text = textOf(event, ...names)
  return text === undefined
    ? refuse(`${event.path}.${names[0]}`, `is missing: an event needs ${what}`)
    : Result.succeed(text.toUpperCase())
}

const referencesIn = (event: JsonFields, list: string, type: string, value: string): ReadonlyArray<Reference> =>
  childrenOf(event, list).flatMap((item) => {
    const [kind, number] = [textOf(item, type)?.toUpperCase(), textOf(item, value)]
    return kind === undefined || number === undefined ? [] : [{ type: kind, value: normaliseNumber(number) }]
  })

/** What every event has, whatever its kind, except its dates. */
const commonIn = (event: JsonFields, { receivedAt }: DcsaReading) => ({
  sourceEventId: Option.fromUndefinedOr(textOf(event, "eventID")),
  receivedAt,
  documents: referencesIn(event, "documentReferences", "documentReferenceType", "documentReferenceValue"),
  references: referencesIn(event, "references", "referenceType", "referenceValue"),
  remark: Option.map(Option.fromUndefinedOr(textOf(event, "changeRemark", "reason")), (text) =>
    text.slice(0, MAX_REMARK_LENGTH).toWellFormed()
  ),
  delayReason: Option.fromUndefinedOr(textOf(event, "delayReasonCode"))
})

const locatedIn = (event: JsonFields, kind: string, { tally }: DcsaReading) => ({
  place: placeIn(event, kind === "TRANSPORT" ? "TRANSPORT" : "EQUIPMENT", tally),
  transportCall: transportCallIn(event, tally),
  equipmentReference: Option.map(Option.fromUndefinedOr(textOf(event, "equipmentReference")), normaliseNumber)
})

const readShipment = (event: JsonFields, reading: DcsaReading): Result.Result<CarrierEvent, Refusal> =>
  Result.gen(function* () {
    const eventDateTime = yield* eventDateIn(event, Option.none(), reading)
    const createdDateTime = yield* createdIn(event, reading)
    const code = yield* required(event, "to say what became of the document", CODE_FIELDS.SHIPMENT)
    const documentId = normaliseNumber(yield* required(event, "its document", "documentID"))
    const documentType = yield* required(
      event,
      "the kind of its document",
      "documentTypeCode",
      "shipmentInformationTypeCode"
    )
    const common = { ...commonIn(event, reading), eventDateTime, createdDateTime }
    const documents = [...common.documents, { type: documentType, value: documentId }]
    const classifier = textOf(event, "eventClassifierCode")?.toUpperCase() ?? "ACT"
    if (isClassifier(classifier)) {
      return { _tag: "ShipmentEvent", ...common, documents, classifier, code, documentType, documentId }
    }
    reading.tally.add("eventClassifierCode", classifier)
    const located = locatedIn(event, "SHIPMENT", reading)
    return { _tag: "UnknownEvent", ...common, ...located, documents, kind: "SHIPMENT", code, classifier }
  })

/** An event of a kind that the standard does not have is kept with what can be read of it. */
const readUnknown = (event: JsonFields, kind: string, reading: DcsaReading): Result.Result<CarrierEvent, Refusal> =>
  Result.gen(function* () {
    const located = locatedIn(event, kind, reading)
    const eventDateTime = yield* eventDateIn(event, located.place, reading)
    const createdDateTime = yield* createdIn(event, reading)
    const classifier = textOf(event, "eventClassifierCode")?.toUpperCase() ?? ""
    reading.tally.add("eventType", kind)
    const common = { ...commonIn(event, reading), eventDateTime, createdDateTime }
    return { _tag: "UnknownEvent", ...common, ...located, kind, code: "", classifier }
  })

const emptyIndicatorIn = (event: JsonFields, { tally }: DcsaReading): Option.Option<EmptyIndicator> => {
  const text = textOf(event, "emptyIndicatorCode")
  const indicator = text?.toUpperCase()
  if (indicator !== undefined && isEmptyIndicator(indicator)) return Option.some(indicator)
  if (text !== undefined) tally.add("emptyIndicatorCode", text)
  return Option.none()
}

const readMovement = (
  event: JsonFields,
  kind: "TRANSPORT" | "EQUIPMENT",
  reading: DcsaReading
): Result.Result<CarrierEvent, Refusal> =>
  Result.gen(function* () {
    const call = valueOf(event, "transportCall")
    if (call !== undefined && !Predicate.isObject(call)) {
      return yield* refuse(`${event.path}.transportCall`, "must be an object: the call of a ship, train or truck")
    }
    const located = locatedIn(event, kind, reading)
    const eventDateTime = yield* eventDateIn(event, located.place, reading)
    const createdDateTime = yield* createdIn(event, reading)
    const classifier = yield* required(event, "its classifier ACT, EST or PLN", "eventClassifierCode")
    const code = yield* required(event, "to say what happened", CODE_FIELDS[kind])
    const shared = { ...commonIn(event, reading), eventDateTime, createdDateTime, ...located }
    if (isClassifier(classifier)) {
      if (kind === "TRANSPORT" && isTransportCode(code)) return { _tag: "TransportEvent", ...shared, classifier, code }
      if (kind === "EQUIPMENT" && isEquipmentCode(code)) {
        const emptyIndicator = emptyIndicatorIn(event, reading)
        return { _tag: "EquipmentEvent", ...shared, classifier, code, emptyIndicator }
      }
      reading.tally.add(CODE_FIELDS[kind], code)
    } else {
      reading.tally.add("eventClassifierCode", classifier)
    }
    return { _tag: "UnknownEvent", ...shared, kind, code, classifier }
  })

const readAnyKind = (listed: ListedEvent, reading: DcsaReading): Result.Result<CarrierEvent, Refusal> => {
  const event = fieldsOf(listed.value, listed.path)
  if (event === undefined) return refuse(listed.path, "must be an event: an object with eventType and eventDateTime")
  const kind = kindIn(event, listed.kind)
  switch (kind) {
    case undefined:
      return refuse(`${listed.path}.eventType`, "is missing: an event is TRANSPORT, EQUIPMENT or SHIPMENT")
    case "TRANSPORT":
    case "EQUIPMENT":
      return readMovement(event, kind, reading)
    case "SHIPMENT":
      return readShipment(event, reading)
    default:
      return readUnknown(event, kind, reading)
  }
}

/** Reads one event, or says what is wrong with it. */
export const readEvent = (listed: ListedEvent, reading: DcsaReading): Result.Result<CarrierEvent, Refusal> =>
  Result.flatMap(readAnyKind(listed, reading), (event) => {
    const excess = excessOf(event)
    return excess === undefined ? Result.succeed(event) : refuse(`${listed.path}.${excess.path}`, excess.reason)
  })
