import { Option, Schema } from "effect"
import { type CarrierProfile, supportsReferenceType } from "../carriers/CarrierProfile.ts"
import type { SourceQuery } from "../carriers/TrackingSource.ts"
import { ContainerNumber, isDemoContainer } from "../references/ContainerNumber.ts"
import type { ReferenceType } from "../references/ReferenceType.ts"
import { proposeSealines, type Scac } from "../references/Sealine.ts"
import type { Shipment } from "../shipments/Shipment.ts"

const isContainerNumber = Schema.is(ContainerNumber)

/** What a shipment may be: its kind, or both kinds of document while it was not told apart. */
const referenceTypesOf = (shipment: Pick<Shipment, "type">): ReadonlyArray<ReferenceType> =>
  Option.match(shipment.type, { onNone: () => ["BK", "BL"], onSome: (type) => [type] })

const orderByLikelihood = (shipment: Pick<Shipment, "number" | "sealine">, carriers: ReadonlyArray<CarrierProfile>) => {
  if (Option.isSome(shipment.sealine)) {
    const { value } = shipment.sealine
    return carriers.filter((carrier) => carrier.scac === value)
  }
  const likely: ReadonlyArray<Scac> = isContainerNumber(shipment.number) ? proposeSealines(shipment.number) : []
  const rankOf = ({ scac }: CarrierProfile) => (likely.includes(scac) ? likely.indexOf(scac) : likely.length)
  return carriers.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/**
 * The questions that can find a shipment, the likeliest first: its own carrier alone where it names one; else the
 * carriers that its owner code proposes, and then the rest in the order of configuration, since leased boxes travel with
 * any line. A number that may be a booking or a bill of lading is asked for as both. Empty when no source can know it.
 */
export const queriesFor = (
  shipment: Pick<Shipment, "number" | "type" | "sealine">,
  carriers: ReadonlyArray<CarrierProfile>
): ReadonlyArray<SourceQuery> =>
  orderByLikelihood(shipment, carriers).flatMap((carrier) =>
    referenceTypesOf(shipment)
      .filter((kind) => supportsReferenceType(carrier, kind))
      .map((kind) => ({ scac: carrier.scac, number: shipment.number, kind }))
  )

/** Whether no carrier can be asked about a shipment. The demonstration needs none. */
export const hasNoSource = (
  shipment: Pick<Shipment, "number" | "type" | "sealine">,
  carriers: ReadonlyArray<CarrierProfile>
): boolean => !isDemoContainer(shipment.number) && queriesFor(shipment, carriers).length === 0
