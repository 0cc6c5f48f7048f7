import { Option, Schema } from "effect"
import { type CarrierProfile, supportsReferenceType } from "../carriers/CarrierProfile.ts"
import type { SourceQuery } from "../carriers/TrackingSource.ts"
import { ContainerNumber, isDemoContainer } from "../references/ContainerNumber.ts"
import type { ReferenceType } from "../references/ReferenceType.ts"
import { proposeSealines, type Scac } from "../references/Sealine.ts"
import type { Shipment } from "../shipments/Shipment.ts"

const isContainerNumber = Schema.is(ContainerNumber)

/** The reference types that a shipment may have: its own, or both document types while it is unknown. */
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
 * The queries that may find a shipment, the likeliest first: its own carrier alone when it names one; else the
 * carriers that the container's owner code suggests, then the others in configuration order. A number that may be a
 * booking or a bill of lading is queried as both. Empty when no carrier can know it.
 */
export const queriesFor = (
  shipment: Pick<Shipment, "number" | "type" | "sealine">,
  carriers: ReadonlyArray<CarrierProfile>
): ReadonlyArray<SourceQuery> =>
  // Any carrier may transport a leased container.
  orderByLikelihood(shipment, carriers).flatMap((carrier) =>
    referenceTypesOf(shipment)
      .filter((kind) => supportsReferenceType(carrier, kind))
      .map((kind) => ({ scac: carrier.scac, number: shipment.number, kind }))
  )

/** Whether no carrier can be polled for a shipment. The demo container needs none. */
export const hasNoSource = (
  shipment: Pick<Shipment, "number" | "type" | "sealine">,
  carriers: ReadonlyArray<CarrierProfile>
): boolean => !isDemoContainer(shipment.number) && queriesFor(shipment, carriers).length === 0
