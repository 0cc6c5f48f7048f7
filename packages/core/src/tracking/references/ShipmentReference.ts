import { Option, Result, Schema } from "effect"
import { describeFault, Fault, invalidFault } from "../../faults/Fault.ts"
import {
  ContainerNumber,
  containerFault,
  hasContainerForm,
  isDemoContainer,
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
 * What a customer tracks. Only the number of a container suggests its carrier; a document names it. `BookingOrBill` is a number without a type that is not a container number; it is queried as
 * both. `Demo` is the demo container.
 */
export const ShipmentReference = Schema.Union([
  Schema.TaggedStruct("Demo", { number: Schema.String }),
  Schema.TaggedStruct("Container", { number: ContainerNumber, sealine: Schema.Option(Scac) }),
  Schema.TaggedStruct("Booking", { number: DocumentNumber, sealine: Scac }),
  Schema.TaggedStruct("BillOfLading", { number: DocumentNumber, sealine: Scac }),
  Schema.TaggedStruct("BookingOrBill", { number: DocumentNumber, sealine: Scac })
])
export type ShipmentReference = typeof ShipmentReference.Type

/** One shipment as the customer sent it. */
export interface ReferenceInput {
  readonly number: string
  readonly type?: string | undefined
  readonly sealine?: string | undefined
}

/** A reference that is invalid, with every fault; the path of each is the field: `number`, `type` or `sealine`. */
export class InvalidReference extends Schema.TaggedError<InvalidReference>()("InvalidReference", {
  faults: Schema.NonEmptyArray(Fault)
}) {
  override get message(): string {
    return this.faults.map((fault) => `${describeFault(fault, fault.path.join("."))}.`).join(" ")
  }
}

const fault = (field: keyof ReferenceInput, value: string, rule: string): Fault => invalidFault([field], rule, value)

const isScac = Schema.is(Scac)
const isDocumentNumber = Schema.is(DocumentNumber)

const TYPE_RULE = "must be CT for a container, BK for a booking or BL for a bill of lading"
const DEMO_RULE = "is the demo container; omit the sealine, or send the number of a real container"

/** Why a document requires a sealine, as the end of a sentence. */
const sealineReason = (number: string, kind: Exclude<ReferenceKind, "CT">): string => {
  if (kind === "BK") return " for a booking"
  if (kind === "BL") return " for a bill of lading"
  return `, because ${number} is not a container number: it counts as a booking or bill of lading`
}

const missingSealine = (number: string, kind: Exclude<ReferenceKind, "CT">): Fault =>
  invalidFault(["sealine"], `is required${sealineReason(number, kind)}; send the carrier's code, such as MAEU`)

type ReferenceKind = ReferenceType | "BK or BL"

/** The type as sent; else a container when the number has the form of one. */
const kindOf = (number: string, type: ReferenceType | undefined): ReferenceKind =>
  type ?? (hasContainerForm(number) ? "CT" : "BK or BL")

const numberFaults = (number: string, kind: ReferenceKind): ReadonlyArray<Fault> => {
  if (kind !== "CT") return isDocumentNumber(number) ? [] : [fault("number", number, DOCUMENT_RULE)]
  const rule = containerFault(number)
  return rule === undefined ? [] : [fault("number", number, rule)]
}

const sealineFaults = (number: string, kind: ReferenceKind, sealine: string | undefined): ReadonlyArray<Fault> => {
  if (sealine === undefined) return kind === "CT" ? [] : [missingSealine(number, kind)]
  return isScac(sealine) ? [] : [fault("sealine", sealine, SCAC_RULE)]
}

const DOCUMENT_TAGS = { BK: "Booking", BL: "BillOfLading", "BK or BL": "BookingOrBill" } as const

const buildReference = (number: string, kind: ReferenceKind, sealine: string | undefined): ShipmentReference =>
  kind === "CT"
    ? {
        _tag: "Container",
        number: ContainerNumber.make(number),
        sealine: Option.map(Option.fromUndefinedOr(sealine), (code) => Scac.make(code))
      }
    : { _tag: DOCUMENT_TAGS[kind], number: DocumentNumber.make(number), sealine: Scac.make(sealine ?? "") }

const normaliseOptional = (text: string | undefined): string | undefined => {
  const normalised = text === undefined ? "" : normaliseNumber(text)
  return normalised === "" ? undefined : normalised
}

/**
 * Parses a reference as a customer writes it: blanks, dashes, dots and letter case are ignored. Fails with every
 * fault together.
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
  const isKnownType = type === undefined || isReferenceType(type)
  const kind = kindOf(number, isKnownType ? type : undefined)
  const [first, ...rest] = isKnownType
    ? [...numberFaults(number, kind), ...sealineFaults(number, kind, sealine)]
    : [fault("type", type, TYPE_RULE)]
  if (first !== undefined) return Result.fail(new InvalidReference({ faults: [first, ...rest] }))
  return Result.succeed(buildReference(number, kind, sealine))
}

/** The type of a reference; none for a number that may be a booking or a bill of lading. */
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

/** The carrier that a reference names. */
export const sealineOf = (reference: ShipmentReference): Option.Option<Scac> => {
  if (reference._tag === "Demo") return Option.none()
  return reference._tag === "Container" ? reference.sealine : Option.some(reference.sealine)
}
