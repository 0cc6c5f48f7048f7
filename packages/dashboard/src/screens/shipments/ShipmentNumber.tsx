import { useQuery } from "@tanstack/react-query"
import { Skeleton } from "../../components/Feedback.tsx"
import { shipmentQuery } from "./ShipmentQueries.ts"

interface ShipmentNumberProps {
  readonly id: string
  /** The number, if a list has it. */
  readonly known: string | undefined
}

/** A shipment by its number, which is looked up unless it is known; by its id when the shipment does not exist. */
export const ShipmentNumber = ({ id, known }: ShipmentNumberProps) => {
  const { data: number, isError } = useQuery({
    ...shipmentQuery(id),
    enabled: known === undefined,
    select: (shipment) => shipment.number,
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: false
  })
  return known ?? number ?? (isError ? id : <Skeleton width="6rem" />)
}
