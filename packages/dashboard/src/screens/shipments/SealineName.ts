import { useQuery } from "@tanstack/react-query"
import { messages } from "../../text/messages.ts"
import { sealinesQuery } from "./ShipmentQueries.ts"

/** The name of a carrier; its SCAC while the name is not known. */
export const useSealineName = (scac: string | null): string => {
  const { data } = useQuery({ ...sealinesQuery, enabled: scac !== null })
  if (scac === null) return messages.shipments.noCarrier
  return data?.data.find((sealine) => sealine.scac === scac)?.name ?? scac
}
