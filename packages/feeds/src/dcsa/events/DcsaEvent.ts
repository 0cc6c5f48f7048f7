import {
  type CarrierEvent,
  Classifier,
  EmptyIndicator,
  EquipmentCode,
  type EventReference
} from "@landfall/core/tracking/carriers/CarrierEvent"
import { normaliseNumber } from "@landfall/core/tracking/references/ContainerNumber"
import { Option, Predicate, Result, Schema } from "effect"
import { readCreatedDate, readEventDate } from "./DcsaDates.ts"
import { readPlace, readTransportCall } from "./DcsaPlace.ts"
import { type DecodingContext, type Rejection, reject } from "./DecodingContext.ts"
import { findExcess, MAX_REMARK_LENGTH } from "./EventLimits.ts"
import type { EventKind, ListedEvent } from "./EventList.ts"
import { childrenOf, fieldsOf, type JsonFields, textOf, valueOf } from "./JsonFields.ts"

const CODE_FIELDS = {
  TRANSPORT: "transportEventTypeCode",
  EQUIPMENT: "equipmentEventTypeCode",
  SHIPMENT: "shipmentEventTypeCode"
} as const

const KINDS: ReadonlyArray<EventKind> = ["TRANSPORT", "EQUIPMENT", "SHIPMENT"]

/** The kind of an event: its own type, else that of its list or its code. */
const readKind = (event: JsonFields, listed: EventKind | undefined): string | undefined =>
  textOf(event, "eventType")?.toUpperCase() ??
  listed ??
  KINDS.find((kind) => valueOf(event, CODE_FIELDS[kind]) !== undefined)

const isClassifier = Schema.is(Classifier)
const isEquipmentCode = Schema.is(EquipmentCode)
const isEmptyIndicator = Schema.is(EmptyIndicator)
const isTransportCode = (code: string): code is "ARRI" | "DEPA" => code === "ARRI" || code === "DEPA"

/** A required text in upper case. */
const requireText = (event: JsonFields, what: string, ...names: readonly [string, ...ReadonlyArray<string>]) => {
  const text = textOf(event, ...names)
  return text === undefined
    ? reject(`${event.path}.${names[0]}`, `is missing: an event needs ${what}`)
    : Result.succeed(text.toUpperCase())
}

const readReferences = (event: JsonFields, list: string, type: string, value: string): ReadonlyArray<EventReference> =>
  childrenOf(event, list).flatMap((item) => {
    const [kind, number] = [textOf(item, type)?.toUpperCase(), textOf(item, value)]
    return kind === undefined || number === undefined ? [] : [{ type: kind, value: normaliseNumber(number) }]
  })

/** The properties common to all kinds of events, except the dates. */
const readCommonFields = (event: JsonFields, { receivedAt }: DecodingContext) => ({
  sourceEventId: Option.fromUndefinedOr(textOf(event, "eventID")),
  receivedAt,
  documents: readReferences(event, "documentReferences", "documentReferenceType", "documentReferenceValue"),
  references: readReferences(event, "references", "referenceType", "referenceValue"),
  remark: Option.map(Option.fromUndefinedOr(textOf(event, "changeRemark", "reason")), (text) =>
    text.slice(0, MAX_REMARK_LENGTH).toWellFormed()
  ),
  delayReason: Option.fromUndefinedOr(textOf(event, "delayReasonCode"))
})

const readLocation = (event: JsonFields, kind: string, { tally }: DecodingContext) => ({
  place: readPlace(event, kind === "TRANSPORT" ? "TRANSPORT" : "EQUIPMENT", tally),
  transportCall: readTransportCall(event, tally),
  equipmentReference: Option.map(Option.fromUndefinedOr(textOf(event, "equipmentReference")), normaliseNumber)
})

const readShipment = (event: JsonFields, reading: DecodingContext): Result.Result<CarrierEvent, Rejection> =>
  Result.gen(function* () {
    const eventDateTime = yield* readEventDate(event, Option.none(), reading)
    const createdDateTime = yield* readCreatedDate(event, reading)
    const code = yield* requireText(event, "to say what became of the document", CODE_FIELDS.SHIPMENT)
    const documentId = normaliseNumber(yield* requireText(event, "its document", "documentID"))
    const documentType = yield* requireText(
      event,
      "the kind of its document",
      "documentTypeCode",
      "shipmentInformationTypeCode"
    )
    const common = { ...readCommonFields(event, reading), eventDateTime, createdDateTime }
    const documents = [...common.documents, { type: documentType, value: documentId }]
    const classifier = textOf(event, "eventClassifierCode")?.toUpperCase() ?? "ACT"
    if (isClassifier(classifier)) {
      return { _tag: "ShipmentEvent", ...common, documents, classifier, code, documentType, documentId }
    }
    reading.tally.add("eventClassifierCode", classifier)
    const located = readLocation(event, "SHIPMENT", reading)
    return { _tag: "UnknownEvent", ...common, ...located, documents, kind: "SHIPMENT", code, classifier }
  })

/** An event of a kind that the standard does not define is stored with its readable properties. */
const readUnknownKind = (
  event: JsonFields,
  kind: string,
  reading: DecodingContext
): Result.Result<CarrierEvent, Rejection> =>
  Result.gen(function* () {
    const located = readLocation(event, kind, reading)
    const eventDateTime = yield* readEventDate(event, located.place, reading)
    const createdDateTime = yield* readCreatedDate(event, reading)
    const classifier = textOf(event, "eventClassifierCode")?.toUpperCase() ?? ""
    reading.tally.add("eventType", kind)
    const common = { ...readCommonFields(event, reading), eventDateTime, createdDateTime }
    return { _tag: "UnknownEvent", ...common, ...located, kind, code: "", classifier }
  })

const readEmptyIndicator = (event: JsonFields, { tally }: DecodingContext): Option.Option<EmptyIndicator> => {
  const text = textOf(event, "emptyIndicatorCode")
  const indicator = text?.toUpperCase()
  if (indicator !== undefined && isEmptyIndicator(indicator)) return Option.some(indicator)
  if (text !== undefined) tally.add("emptyIndicatorCode", text)
  return Option.none()
}

const readMovement = (
  event: JsonFields,
  kind: "TRANSPORT" | "EQUIPMENT",
  reading: DecodingContext
): Result.Result<CarrierEvent, Rejection> =>
  Result.gen(function* () {
    const call = valueOf(event, "transportCall")
    if (call !== undefined && !Predicate.isObject(call)) {
      return yield* reject(`${event.path}.transportCall`, "must be an object: the call of a ship, train or truck")
    }
    const located = readLocation(event, kind, reading)
    const eventDateTime = yield* readEventDate(event, located.place, reading)
    const createdDateTime = yield* readCreatedDate(event, reading)
    const classifier = yield* requireText(event, "its classifier ACT, EST or PLN", "eventClassifierCode")
    const code = yield* requireText(event, "to say what happened", CODE_FIELDS[kind])
    const shared = { ...readCommonFields(event, reading), eventDateTime, createdDateTime, ...located }
    if (isClassifier(classifier)) {
      if (kind === "TRANSPORT" && isTransportCode(code)) return { _tag: "TransportEvent", ...shared, classifier, code }
      if (kind === "EQUIPMENT" && isEquipmentCode(code)) {
        const emptyIndicator = readEmptyIndicator(event, reading)
        return { _tag: "EquipmentEvent", ...shared, classifier, code, emptyIndicator }
      }
      reading.tally.add(CODE_FIELDS[kind], code)
    } else {
      reading.tally.add("eventClassifierCode", classifier)
    }
    return { _tag: "UnknownEvent", ...shared, kind, code, classifier }
  })

const readAnyKind = (listed: ListedEvent, reading: DecodingContext): Result.Result<CarrierEvent, Rejection> => {
  const event = fieldsOf(listed.value, listed.path)
  if (event === undefined) return reject(listed.path, "must be an event: an object with eventType and eventDateTime")
  const kind = readKind(event, listed.kind)
  switch (kind) {
    case undefined:
      return reject(`${listed.path}.eventType`, "is missing: an event is TRANSPORT, EQUIPMENT or SHIPMENT")
    case "TRANSPORT":
    case "EQUIPMENT":
      return readMovement(event, kind, reading)
    case "SHIPMENT":
      return readShipment(event, reading)
    default:
      return readUnknownKind(event, kind, reading)
  }
}

/** Decodes one event, or rejects it with its fault. */
export const readEvent = (listed: ListedEvent, reading: DecodingContext): Result.Result<CarrierEvent, Rejection> =>
  Result.flatMap(readAnyKind(listed, reading), (event) => {
    const excess = findExcess(event)
    return excess === undefined ? Result.succeed(event) : reject(`${listed.path}.${excess.path}`, excess.reason)
  })
