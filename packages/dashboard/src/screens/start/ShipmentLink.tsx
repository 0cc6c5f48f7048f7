import { Link } from "@tanstack/react-router"
import { ShipmentNumber } from "../shipments/ShipmentNumber.tsx"

/** A shipment by its number, which leads to its page. */
export const ShipmentLink = ({ id, number }: { readonly id: string; readonly number: string | undefined }) => (
  <Link to="/shipments/$id" params={{ id }} className="mono break-long" data-row>
    <ShipmentNumber id={id} known={number} />
  </Link>
)
