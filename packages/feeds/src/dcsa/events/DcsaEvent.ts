import {
  type CarrierEvent,
  Classifier,
  EmptyIndicator,
  EquipmentCode,
  type EventReference,
  type StatedPortRole
} from "@landfall/core/tracking/carriers/CarrierEvent"
import { normaliseNumber } from "@landfall/core/tracking/references/ContainerNumber"
import { Option, Predicate, Result } from "effect"
import { readCreatedDate, readEventDate } from "../fields/DcsaDates.ts"
import { readDestination } from "../fields/DcsaDestination.ts"
import { readPlace, readTransportCall } from "../fields/DcsaPlace.ts"
import { countUnknownProperties } from "../fields/DcsaProperties.ts"
import { type DecodingContext, type Rejection, reject } from "../fields/DecodingContext.ts"
import { childOf, childrenOf, fieldsOf, type JsonFields, textOf, valueOf } from "../fields/JsonFields.ts"
import { findExcess, MAX_REMARK_LENGTH } from "./EventLimits.ts"
import { type EventKind, type ListedEvent, withSharedFields } from "./EventList.ts"
import { isTrackAndTrace3, pathInVersion3, toVersion2 } from "./TrackAndTrace3.ts"

export const CODE_FIELDS = {
  TRANSPORT: "transportEventTypeCode",
  EQUIPMENT: "equipmentEventTypeCode",
  SHIPMENT: "shipmentEventTypeCode"
} as const

export const KINDS: ReadonlyArray<EventKind> = ["TRANSPORT", "EQUIPMENT", "SHIPMENT"]

/** The kind of an event: its `eventType`, otherwise the kind of its list, otherwise that of its code. */
export const readKind = (event: JsonFields, listed: EventKind | undefined): string | undefined =>
  textOf(event, "eventType")?.toUpperCase() ??
  listed ??
  KINDS.find((kind) => valueOf(event, CODE_FIELDS[kind]) !== undefined)

/** Tests a text as `Schema.is` does for literals, at a fraction of its cost: every event has several. */
const isOneOf = <L extends string>(literals: ReadonlyArray<L>) => {
  const literalSet: ReadonlySet<string> = new Set(literals)
  return (text: string): text is L => literalSet.has(text)
}

const isClassifier = isOneOf(Classifier.literals)
const isEquipmentCode = isOneOf(EquipmentCode.literals)
const isEmptyIndicator = isOneOf(EmptyIndicator.literals)
const isTransportCode = (code: string): code is "ARRI" | "DEPA" => code === "ARRI" || code === "DEPA"

/** A required text in upper case. */
const requireText = (event: JsonFields, rule: string, ...names: readonly [string, ...ReadonlyArray<string>]) => {
  const text = textOf(event, ...names)
  return text === undefined
    ? reject(`${event.path}.${names[0]}`, `is missing: an event needs ${rule}`)
    : Result.succeed(text.toUpperCase())
}

const readReferences = (items: ReadonlyArray<JsonFields>, type: string, value: string): ReadonlyArray<EventReference> =>
  items.flatMap((item) => {
    const [kind, number] = [textOf(item, type)?.toUpperCase(), textOf(item, value)]
    return kind === undefined || number === undefined ? [] : [{ type: kind, value: normaliseNumber(number) }]
  })

/** The properties common to all kinds of events, except the dates. */
export const readCommonFields = (event: JsonFields, { receivedAt }: DecodingContext) => {
  const documents = childrenOf(event, "documentReferences")
  return {
    sourceEventId: Option.fromUndefinedOr(textOf(event, "eventID")),
    receivedAt,
    documents: readReferences(documents, "documentReferenceType", "documentReferenceValue"),
    references: readReferences(childrenOf(event, "references"), "referenceType", "referenceValue"),
    remark: Option.map(Option.fromUndefinedOr(textOf(event, "changeRemark", "reason")), (text) =>
      text.slice(0, MAX_REMARK_LENGTH).toWellFormed()
    ),
    delayReason: Option.fromUndefinedOr(textOf(event, "delayReasonCode")),
    ...readDestination(event, documents)
  }
}

export const readLocation = (event: JsonFields, kind: string, { tally }: DecodingContext) => ({
  place: readPlace(event, kind === "TRANSPORT" ? "TRANSPORT" : "EQUIPMENT", tally),
  transportCall: readTransportCall(event, tally),
  equipmentReference: Option.map(Option.fromUndefinedOr(textOf(event, "equipmentReference")), normaliseNumber)
})

const readShipment = (event: JsonFields, context: DecodingContext): Result.Result<CarrierEvent, Rejection> =>
  Result.gen(function* () {
    const eventDateTime = yield* readEventDate(event, Option.none(), context)
    const createdDateTime = readCreatedDate(event, context)
    const code = yield* requireText(event, "a shipmentEventTypeCode, the status of the document", CODE_FIELDS.SHIPMENT)
    const documentId = normaliseNumber(yield* requireText(event, "a documentID", "documentID"))
    const documentType = yield* requireText(
      event,
      "a documentTypeCode",
      "documentTypeCode",
      "shipmentInformationTypeCode"
    )
    const common = { ...readCommonFields(event, context), eventDateTime, createdDateTime }
    const documents = [...common.documents, { type: documentType, value: documentId }]
    const classifier = textOf(event, "eventClassifierCode")?.toUpperCase() ?? "ACT"
    if (isClassifier(classifier)) {
      return { _tag: "ShipmentEvent", ...common, documents, classifier, code, documentType, documentId }
    }
    context.tally.add("eventClassifierCode", classifier)
    const located = readLocation(event, "SHIPMENT", context)
    return { _tag: "UnknownEvent", ...common, ...located, documents, kind: "SHIPMENT", code, classifier }
  })

/** Decodes an event of a kind that the standard does not define, with the properties that can be read. */
const readUnknownKind = (
  event: JsonFields,
  kind: string,
  context: DecodingContext
): Result.Result<CarrierEvent, Rejection> =>
  Result.gen(function* () {
    const located = readLocation(event, kind, context)
    const eventDateTime = yield* readEventDate(event, located.place, context)
    const createdDateTime = readCreatedDate(event, context)
    const classifier = textOf(event, "eventClassifierCode")?.toUpperCase() ?? ""
    context.tally.add("eventType", kind)
    const common = { ...readCommonFields(event, context), eventDateTime, createdDateTime }
    return { _tag: "UnknownEvent", ...common, ...located, kind, code: "", classifier }
  })

const TRANSHIPMENT = /\btran[sz]{0,2}[\s-]?s?hip/i

/**
 * The role of the port of a movement as the carrier states it: DCSA's `isTransshipmentMove`, `shipmentLocationType`
 * (CMA CGM; codes of DCSA's list of shipment locations, and `PTS`), `transportationPhase` (CMA CGM), both also in its
 * `carrierSpecificData`, and `description` (MSC: "Full Transshipment Discharged").
 */
const readPortRole = (event: JsonFields): { readonly portRole?: StatedPortRole } => {
  const carrierData = childOf(event, "carrierSpecificData")
  const flag = valueOf(event, "isTransshipmentMove")
  const location = ["shipmentLocationType", "shipmentLocationTypeCode"] as const
  const type = (textOf(event, ...location) ?? textOf(carrierData, ...location))?.toUpperCase()
  const isTranshipment = type === "TSP" || type === "PTS"
  if (flag === true || String(flag).toLowerCase() === "true" || isTranshipment) return { portRole: "transhipment" }
  const phase = textOf(event, "transportationPhase") ?? textOf(carrierData, "transportationPhase")
  const texts = [type, phase, textOf(event, "description")]
  if (texts.some((text) => text !== undefined && TRANSHIPMENT.test(text))) return { portRole: "transhipment" }
  return type === "POD" || type === "PDE" ? { portRole: "discharge" } : {}
}

const readEmptyIndicator = (event: JsonFields, { tally }: DecodingContext): Option.Option<EmptyIndicator> => {
  const text = textOf(event, "emptyIndicatorCode")
  const indicator = text?.toUpperCase()
  if (indicator !== undefined && isEmptyIndicator(indicator)) return Option.some(indicator)
  if (text !== undefined) tally.add("emptyIndicatorCode", text)
  return Option.none()
}

/** The maximum number of seals of a container that are stored. */
const MAX_SEALS = 10
const MAX_SEAL_LENGTH = 40

/** The type of the container (`ISOEquipmentCode`, by ISO 6346) and the numbers of its seals. */
const readEquipment = (event: JsonFields): { readonly isoType?: string; readonly seals?: ReadonlyArray<string> } => {
  const isoType = textOf(event, "ISOEquipmentCode")?.toUpperCase()
  const listed = valueOf(event, "seals")
  const seals = (Array.isArray(listed) ? listed : [])
    .slice(0, MAX_SEALS)
    .flatMap((seal) => textOf(fieldsOf(seal, `${event.path}.seals`), "sealNumber") ?? [])
    .filter((seal) => seal.length <= MAX_SEAL_LENGTH)
  return {
    ...(isoType !== undefined && /^[A-Z0-9]{4}$/.test(isoType) ? { isoType } : {}),
    ...(seals.length === 0 ? {} : { seals })
  }
}

const readMovement = (
  event: JsonFields,
  kind: "TRANSPORT" | "EQUIPMENT",
  context: DecodingContext
): Result.Result<CarrierEvent, Rejection> => {
  const call = valueOf(event, "transportCall")
  if (call !== undefined && !Predicate.isObject(call)) {
    return reject(`${event.path}.transportCall`, "must be an object: the call of a vessel, train or truck")
  }
  const located = readLocation(event, kind, context)
  const date = readEventDate(event, located.place, context)
  if (Result.isFailure(date)) return Result.fail(date.failure)
  const createdDateTime = readCreatedDate(event, context)
  const classifierText = requireText(event, "the classifier ACT, EST or PLN", "eventClassifierCode")
  if (Result.isFailure(classifierText)) return Result.fail(classifierText.failure)
  const classifier = classifierText.success
  const codeText = requireText(event, `a ${CODE_FIELDS[kind]}`, CODE_FIELDS[kind])
  if (Result.isFailure(codeText)) return Result.fail(codeText.failure)
  const code = codeText.success
  const shared = {
    ...readCommonFields(event, context),
    eventDateTime: date.success,
    createdDateTime,
    ...located,
    ...readPortRole(event)
  }
  if (isClassifier(classifier)) {
    if (kind === "TRANSPORT" && isTransportCode(code)) {
      return Result.succeed({ _tag: "TransportEvent", ...shared, classifier, code })
    }
    if (kind === "EQUIPMENT" && isEquipmentCode(code)) {
      const emptyIndicator = readEmptyIndicator(event, context)
      const equipment = readEquipment(event)
      return Result.succeed({ _tag: "EquipmentEvent", ...shared, classifier, code, emptyIndicator, ...equipment })
    }
    context.tally.add(CODE_FIELDS[kind], code)
  } else {
    context.tally.add("eventClassifierCode", classifier)
  }
  return Result.succeed({ _tag: "UnknownEvent", ...shared, kind, code, classifier })
}

/** The event retracts the one with its id, and every earlier one of that id. */
const RETRACTION_KIND = "RETRACTION"

/** A retraction of Track & Trace 3.0. Only its id is certain; its other references identify the shipments that it concerns. */
const readRetraction = (event: JsonFields, context: DecodingContext): Result.Result<CarrierEvent, Rejection> =>
  Result.gen(function* () {
    const id = textOf(event, "eventID")
    if (id === undefined)
      return yield* reject(`${event.path}.eventID`, "is missing: a retraction needs the id of its event")
    const common = readCommonFields(event, context)
    const located = readLocation(event, "EQUIPMENT", context)
    if (Option.isNone(located.equipmentReference) && common.documents.length === 0) {
      return yield* reject(
        `${event.path}.shipmentDetails`,
        `is missing: the retraction of ${id} needs a container or a document of its event, by which the shipment is found`
      )
    }
    const createdDateTime = readCreatedDate(event, context)
    const eventDateTime = Option.getOrElse(createdDateTime, () => context.receivedAt)
    const dated = { ...common, eventDateTime, createdDateTime }
    const revisionOf = id
    return {
      _tag: "UnknownEvent",
      ...dated,
      ...located,
      revisionOf,
      kind: RETRACTION_KIND,
      code: id,
      classifier: "ACT"
    }
  })

/** Reads an event of Track & Trace 3.0, whose id identifies it over all of its revisions. */
const readVersion3 = (
  sent: JsonFields,
  listed: ListedEvent,
  context: DecodingContext
): Result.Result<CarrierEvent, Rejection> => {
  const event = toVersion2(sent)
  const isRetracted = String(valueOf(sent, "isRetracted")).toLowerCase() === "true"
  const read = isRetracted ? readRetraction(event, context) : readAnyKind(event, listed, context)
  return Result.mapBoth(read, {
    onFailure: ({ path, reason }): Rejection => ({ path: pathInVersion3(path, listed.path), reason }),
    onSuccess: (decoded): CarrierEvent =>
      Option.isSome(decoded.sourceEventId) ? { ...decoded, revisionOf: decoded.sourceEventId.value } : decoded
  })
}

const readAnyKind = (
  event: JsonFields,
  listed: ListedEvent,
  context: DecodingContext
): Result.Result<CarrierEvent, Rejection> => {
  const kind = readKind(event, listed.kind)
  switch (kind) {
    case undefined:
      return reject(`${listed.path}.eventType`, "is missing: an event is TRANSPORT, EQUIPMENT or SHIPMENT")
    case "TRANSPORT":
    case "EQUIPMENT":
      return readMovement(event, kind, context)
    case "SHIPMENT":
      return readShipment(event, context)
    default:
      return readUnknownKind(event, kind, context)
  }
}

/** The fields of a listed event, with those that surround it, in the names of version 2.2; undefined where it is not an object. */
export const listedFieldsOf = (sent: ListedEvent): JsonFields | undefined => {
  const value = sent.around === undefined ? sent.value : withSharedFields(sent.value, sent.around)
  const fields = fieldsOf(value, sent.path)
  return fields !== undefined && isTrackAndTrace3(fields) ? toVersion2(fields) : fields
}

/** Decodes one event, or rejects it with its fault. */
export const readEvent = (sent: ListedEvent, context: DecodingContext): Result.Result<CarrierEvent, Rejection> => {
  const listed = sent.around === undefined ? sent : { ...sent, value: withSharedFields(sent.value, sent.around) }
  const fields = fieldsOf(listed.value, listed.path)
  if (fields === undefined) return reject(listed.path, "must be an event: an object with eventType and eventDateTime")
  const isVersion3 = isTrackAndTrace3(fields)
  const read = isVersion3 ? readVersion3(fields, listed, context) : readAnyKind(fields, listed, context)
  return Result.flatMap(read, (event) => {
    const excess = findExcess(event)
    if (excess !== undefined) {
      const path = `${listed.path}.${excess.path}`
      return reject(isVersion3 ? pathInVersion3(path, listed.path) : path, excess.reason)
    }
    countUnknownProperties(fields, context.tally, isVersion3)
    return Result.succeed(event)
  })
}
