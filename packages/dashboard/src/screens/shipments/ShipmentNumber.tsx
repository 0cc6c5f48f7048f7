import { useQuery } from "@tanstack/react-query"
import { Skeleton } from "../../components/Feedback.tsx"
import { shipmentQuery } from "./ShipmentQueries.ts"

interface ShipmentNumberProps {
  readonly id: string
  /** The number, if a list has it. */
  readonly known?: string | undefined
  /** False while the row moves past: a shipment is looked up where somebody stops to read. */
  readonly isLookedUp?: boolean
}

/** A shipment by its number, which is looked up unless it is known; by its id when the shipment does not exist. */
export const ShipmentNumber = ({ id, known, isLookedUp = true }: ShipmentNumberProps) => {
  const { data: number, isError } = useQuery({
    ...shipmentQuery(id),
    enabled: known === undefined && isLookedUp,
    select: (shipment) => shipment.number,
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: false
  })
  return known ?? number ?? (isError ? id : <Skeleton width="6rem" />)
}
