import type { DemoData } from "./DemoData.ts"

/** A screen with data: its name, its path, and what it shows once it is complete. */
export interface Screen {
  readonly name: string
  readonly path: string
  readonly shows: string
  /** The button to press first. */
  readonly press?: string
}

/** Every screen of a person who is signed in. */
export const screensOf = ({ endpointId, failingId, failedMessageId, shipmentId }: DemoData): ReadonlyArray<Screen> => [
  { name: "start", path: "/", shows: "Changed since yesterday" },
  { name: "endpoints", path: "/endpoints", shows: "Planning desk" },
  { name: "endpoint", path: `/endpoints/${endpointId}`, shows: "Signing secret" },
  { name: "endpoint-failing", path: `/endpoints/${failingId}`, shows: "failed to verify the signature" },
  { name: "shipments", path: "/shipments", shows: "PO-2026-117" },
  { name: "shipment", path: `/shipments/${shipmentId}`, shows: "Voyage · MSKU7194304" },
  { name: "account", path: "/account", shows: "Calls by month" },
  { name: "congestion-empty", path: "/congestion", shows: "Rotterdam (NLRTM)" },
  { name: "congestion", path: "/congestion?ports=NLRTM,DEHAM", shows: "Basis of the figures" },
  {
    name: "congestion-map",
    path: "/congestion?ports=NLRTM",
    press: "Show vessels and calls (5 credits)",
    shows: "Calls behind the figures"
  },
  {
    name: "congestion-times",
    path: "/congestion?ports=NLRTM",
    press: "Show times (5 credits)",
    shows: "By terminal"
  },
  {
    name: "congestion-comparison",
    path: "/congestion?ports=NLRTM,DEHAM",
    press: "Compare the times of 2 ports (10 credits)",
    shows: "Change of the wait"
  },
  { name: "voyages-empty", path: "/voyages", shows: "No voyage yet" },
  { name: "voyages", path: "/voyages?from=CNSHA&to=NLRTM&vessel=9811000", shows: "Route" },
  {
    name: "voyage",
    path: "/voyages?from=CNSHA&to=NLRTM&vessel=9811000",
    press: "Compute the emissions (1 credit)",
    shows: "By the trade lane"
  },
  { name: "alert", path: "/alerts/new", shows: "discharged at its final port" },
  { name: "alert-custom", path: "/alerts/custom", shows: "Signing secret" },
  { name: "logs", path: "/logs", shows: "Every message, newest first" },
  { name: "message", path: `/logs/${failedMessageId}`, shows: "Why did this fail?" }
]
