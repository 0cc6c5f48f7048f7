import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { DateTime } from "effect"
import { aisCsv, aisRow } from "./AisVessels.ts"
import type { Dashboard } from "./Harness.ts"
import { portCallsCsv } from "./PortCalls.ts"
import { REJECTING_PATH } from "./Server.ts"

const ALERTS = "/webhook/api/v1"

/** What the screens show in tests and pictures. */
export interface DemoData {
  readonly endpointId: string
  readonly failingId: string
  readonly shipmentId: string
  /** A message that the failing endpoint rejected. */
  readonly failedMessageId: string
}

/** Calls until the response is as expected. */
const until = async <A>(read: () => Promise<A>, isReady: (value: A) => boolean): Promise<A> => {
  for (;;) {
    const value = await read()
    if (isReady(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const TYPES = [
  "vessel.departure.from.first.pol",
  "vessel.arrival.at.transhipment_port",
  "vessel.departure.from.transhipment_port",
  "vessel.arrival.at.final.pod",
  "container.discharge.at.final.pod"
]

const CONTAINERS = ["MSKU7194304", "MSCU6639870", "CMAU0000026"]

/** When a voyage of 38 days began: it is at sea now. */
const DAYS_AGO = 34

/** Tracks containers, and sends the events of the first one up to now. Returns the id of its shipment. */
const trackContainers = async ({ server: { call } }: Dashboard, endpointId: string): Promise<string> => {
  const [container = "", ...others] = CONTAINERS
  const { results } = await call("POST", `${ALERTS}/easy-shipment`, {
    [endpointId]: { shipments: [{ number: container, reference: "PO-2026-117" }] }
  })
  for (const number of others)
    await call("POST", `${ALERTS}/shipment`, { number, reference: `PO-2026-${number.slice(-3)}` })
  const now = Date.now()
  const updates = transhipmentVoyage({
    container,
    booking: "DEMO260117",
    start: DateTime.makeUnsafe(now - DAYS_AGO * 86_400_000),
    delays: [
      { leg: 1, afterDays: 5, hours: 25, reason: "WEA" },
      { leg: 1, afterDays: 6, hours: 23, reason: "POC" }
    ]
  })
  for (const { at, events } of updates) {
    if (DateTime.toEpochMillis(at) <= now) await call("POST", `${ALERTS}/tracking/events`, events)
  }
  return results[0].shipmentId
}

const VESSEL_MMSI = 244_900_001

/** Lets AIS know the vessel that carries a shipment: its MMSI, and a position on the way to the port. */
const placeVessel = async ({ server }: Dashboard, shipmentId: string) => {
  const { vessel } = await server.call("GET", `${ALERTS}/shipment/${shipmentId}/vessel`)
  await server.importData("vessels", `imo,mmsi,name\n${vessel.imo},${VESSEL_MMSI},${vessel.name}\n`)
  const { geometry } = await server.call("POST", "/co2/api/v2/route", {
    departure: { portCode: "SGSIN" },
    arrival: { portCode: "DEHAM" },
    options: { geometry: true }
  })
  const line: ReadonlyArray<readonly [number, number]> = geometry.coordinates.flat()
  const [longitude, latitude] = line[Math.floor(line.length * 0.8)] ?? [0, 0]
  await server.importData("ais", aisRow(VESSEL_MMSI, vessel.name, [longitude, latitude], Date.now()))
}

/** Fills an account with endpoints, one of which fails, and their attempts. */
export const fillAccount = async (dashboard: Dashboard): Promise<DemoData> => {
  const {
    server: { call },
    receiver
  } = dashboard
  const create = (body: unknown) => call("POST", `${ALERTS}/endpoint`, body)
  const { id: endpointId } = await create({
    url: receiver.url,
    description: "Transport management, production",
    filterTypes: TYPES,
    metadata: { team: "imports" },
    rateLimit: 50
  })
  const { id: failingId } = await create({
    url: new URL(REJECTING_PATH, receiver.url).href,
    description: "Planning desk",
    headers: { "x-desk": "planning" }
  })
  const example = (id: string, eventType: string) =>
    call("POST", `${ALERTS}/endpoint/${id}/send-example`, { eventType })
  const attemptsOf = (id: string) => call("GET", `${ALERTS}/endpoint/${id}/attempts`)
  for (const type of TYPES) await example(endpointId, type)
  await until(
    () => attemptsOf(endpointId),
    ({ data }) => data.length >= TYPES.length
  )
  const { id: failedMessageId } = await example(failingId, "container.discharge.at.final.pod")
  await until(
    () => attemptsOf(failingId),
    ({ data }) => data.length >= 1
  )
  await dashboard.server.importData("port-calls", portCallsCsv(Date.now()))
  const { zones } = await call("GET", "/congestion/api/v1/congestion/NLRTM/zones")
  await dashboard.server.importData("ais", aisCsv(zones, 16, Date.now()))
  const shipmentId = await trackContainers(dashboard, endpointId)
  await placeVessel(dashboard, shipmentId)
  return { endpointId, failingId, failedMessageId, shipmentId }
}
