import { Option, Result, Schema } from "effect"
import { formatValue } from "../../faults/FaultValue.ts"
import {
  ContainerNumber,
  containerFault,
  isDemoContainer,
  looksLikeContainer,
  normaliseNumber
} from "./ContainerNumber.ts"
import { isReferenceType, type ReferenceType } from "./ReferenceType.ts"
import { SCAC_RULE, Scac } from "./Sealine.ts"

const DOCUMENT_RULE = "must have 3 to 35 letters, digits, slashes or underscores"

/** The number of a booking or bill of lading, upper case. */
export const DocumentNumber = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^[A-Z0-9/_]{3,35}$/, { message: DOCUMENT_RULE })),
  Schema.brand("DocumentNumber")
)
export type DocumentNumber = typeof DocumentNumber.Type

/**
 * What a caller wants followed. `BookingOrBill` is a number without a type that is no container number: it is tried as
 * both. `Demo` asks for the demonstration.
 */
export const ShipmentReference = Schema.Union([
  Schema.TaggedStruct("Demo", { number: Schema.String }),
  Schema.TaggedStruct("Container", { number: ContainerNumber, sealine: Schema.Option(Scac) }),
  Schema.TaggedStruct("Booking", { number: DocumentNumber, sealine: Scac }),
  Schema.TaggedStruct("BillOfLading", { number: DocumentNumber, sealine: Schema.Option(Scac) }),
  Schema.TaggedStruct("BookingOrBill", { number: DocumentNumber, sealine: Schema.Option(Scac) })
])
export type ShipmentReference = typeof ShipmentReference.Type

/** What a caller sent for one shipment. */
export interface ReferenceInput {
  readonly number: string
  readonly type?: string | undefined
  readonly sealine?: string | undefined
}

export interface ReferenceFault {
  readonly field: "number" | "type" | "sealine"
  readonly message: string
}

/** Every fault of a reference, each a sentence that names the field, the rule and the value. */
export class InvalidReference extends Schema.TaggedError<InvalidReference>()("InvalidReference", {
  faults: Schema.NonEmptyArray(
    Schema.Struct({ field: Schema.Literals(["number", "type", "sealine"]), message: Schema.String })
  )
}) {
  override get message(): string {
    return this.faults.map((fault) => fault.message).join(" ")
  }
}

const fault = (field: ReferenceFault["field"], value: string, rule: string): ReferenceFault => ({
  field,
  message: `${field} ${formatValue(value) ?? ""} ${rule}.`
})

const isScac = Schema.is(Scac)
const isDocumentNumber = Schema.is(DocumentNumber)

const TYPE_RULE = "must be CT for a container, BK for a booking or BL for a bill of lading"
const DEMO_RULE = "is the demonstration container: send it without a sealine, or give the number of a real box"
const NEEDS_SEALINE = "names a booking, which needs its sealine: give the carrier's code, such as MAEU"

type ReferenceKind = ReferenceType | "BK or BL"

/** What the number names: as the caller says, else a container where it has the form of one. */
const kindOf = (number: string, type: ReferenceType | undefined): ReferenceKind =>
  type ?? (looksLikeContainer(number) ? "CT" : "BK or BL")

const numberFaults = (number: string, kind: ReferenceKind): ReadonlyArray<ReferenceFault> => {
  if (kind !== "CT") return isDocumentNumber(number) ? [] : [fault("number", number, DOCUMENT_RULE)]
  const rule = containerFault(number)
  return rule === undefined ? [] : [fault("number", number, rule)]
}

const sealineFaults = (
  number: string,
  kind: ReferenceKind,
  sealine: string | undefined
): ReadonlyArray<ReferenceFault> => {
  if (sealine === undefined) return kind === "BK" ? [fault("number", number, NEEDS_SEALINE)] : []
  return isScac(sealine) ? [] : [fault("sealine", sealine, SCAC_RULE)]
}

const buildReference = (number: string, kind: ReferenceKind, sealine: Scac | undefined): ShipmentReference => {
  const carrier = Option.fromUndefinedOr(sealine)
  if (kind === "CT") return { _tag: "Container", number: ContainerNumber.make(number), sealine: carrier }
  const document = DocumentNumber.make(number)
  if (kind === "BK" && sealine !== undefined) return { _tag: "Booking", number: document, sealine }
  return { _tag: kind === "BL" ? "BillOfLading" : "BookingOrBill", number: document, sealine: carrier }
}

const normaliseOptional = (text: string | undefined): string | undefined => {
  const normalised = text === undefined ? "" : normaliseNumber(text)
  return normalised === "" ? undefined : normalised
}

/**
 * Reads what a caller wants followed, however it is written: blanks, dashes and small letters do not matter. Fails with
 * every fault of it at once.
 */
export const parseShipmentReference = (input: ReferenceInput): Result.Result<ShipmentReference, InvalidReference> => {
  const number = normaliseNumber(input.number)
  const type = normaliseOptional(input.type)
  const sealine = normaliseOptional(input.sealine)
  if (isDemoContainer(number) && (type === undefined || type === "CT")) {
    return sealine === undefined
      ? Result.succeed({ _tag: "Demo", number })
      : Result.fail(new InvalidReference({ faults: [fault("number", number, DEMO_RULE)] }))
  }
  const known = type === undefined || isReferenceType(type)
  const kind = kindOf(number, known ? type : undefined)
  const [first, ...rest] = known
    ? [...numberFaults(number, kind), ...sealineFaults(number, kind, sealine)]
    : [fault("type", type, TYPE_RULE)]
  if (first !== undefined) return Result.fail(new InvalidReference({ faults: [first, ...rest] }))
  return Result.succeed(buildReference(number, kind, sealine !== undefined && isScac(sealine) ? sealine : undefined))
}

/** What a reference names as far as it is known: none for a booking or bill of lading not yet told apart. */
export const referenceTypeOf = (reference: ShipmentReference): Option.Option<ReferenceType> => {
  switch (reference._tag) {
    case "Demo":
    case "Container":
      return Option.some("CT")
    case "Booking":
      return Option.some("BK")
    case "BillOfLading":
      return Option.some("BL")
    case "BookingOrBill":
      return Option.none()
  }
}

/** The carrier a reference names. */
export const sealineOf = (reference: ShipmentReference): Option.Option<Scac> => {
  if (reference._tag === "Demo") return Option.none()
  return reference._tag === "Booking" ? Option.some(reference.sealine) : reference.sealine
}
