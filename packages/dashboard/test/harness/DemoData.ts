import { directVoyage, transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
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

const PAUSE_MILLIS = 100
/** Two minutes: long, because a slow machine is not a fault. */
const MOST_READS = 1_200

/** Reads until the value is as expected. Fails with the last value when it does not become so. */
export const until = async <A>(read: () => Promise<A>, isReady: (value: A) => boolean): Promise<A> => {
  for (let reads = 1; ; reads++) {
    const value = await read()
    if (isReady(value)) return value
    if (reads === MOST_READS) throw new Error(`The value is still ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLIS))
  }
}

const TYPES = [
  "vessel.departure.from.first.pol",
  "vessel.arrival.at.transhipment_port",
  "vessel.departure.from.transhipment_port",
  "vessel.arrival.at.final.pod",
  "container.discharge.at.final.pod"
]

/** What the alerts of the shipments are about, besides the types of the examples. */
const DATE_TYPES = ["date.changed.vessel.arrival.at.final.pod", "date.changed.container.discharge.at.final.pod"]

const NUMBER = "MSKU7194304"

/** The events of three containers: at sea after a transhipment, at sea without one, and arrived. */
const voyagesAt = (now: number) => {
  const startedAgo = (days: number) => DateTime.makeUnsafe(now - days * 86_400_000)
  return [
    {
      line: { number: NUMBER, sealine: "MAEU", reference: "PO-2026-117" },
      updates: transhipmentVoyage({
        container: NUMBER,
        booking: "DEMO260117",
        start: startedAgo(34),
        delays: [
          { leg: 1, afterDays: 5, hours: 25, reason: "WEA" },
          { leg: 1, afterDays: 6, hours: 23, reason: "POC" }
        ]
      })
    },
    {
      line: { number: "MSCU6639870", sealine: "MSCU", reference: "PO-2026-121" },
      updates: directVoyage({ container: "MSCU6639870", booking: "DEMO260121", start: startedAgo(27) })
    },
    {
      line: { number: "CMAU0000026", sealine: "CMDU", reference: "PO-2026-098" },
      updates: transhipmentVoyage({
        container: "CMAU0000026",
        booking: "DEMO260098",
        start: startedAgo(40),
        delays: [{ leg: 1, afterDays: 9, hours: -30 }]
      })
    }
  ]
}

/** Tracks containers, and sends their events up to now. Returns the id of the shipment of the first one. */
const trackContainers = async ({ server: { call } }: Dashboard, endpointId: string): Promise<string> => {
  const now = Date.now()
  const voyages = voyagesAt(now)
  const { results } = await call("POST", `${ALERTS}/easy-shipment`, {
    [endpointId]: { shipments: voyages.map(({ line }) => line) }
  })
  for (const { at, events } of voyages.flatMap(({ updates }) => updates)) {
    if (DateTime.toEpochMillis(at) <= now) await call("POST", `${ALERTS}/tracking/events`, events)
  }
  await until(
    () => call("GET", `${ALERTS}/message?endpointId=${endpointId}&status=pending`),
    ({ data }) => data.length === 0
  )
  return results[0].shipmentId
}

const VESSEL_MMSI = 244_900_001

/** Lets AIS know the vessel that carries a shipment: its numbers, and a position on the way to the port. */
const placeVessel = async ({ server }: Dashboard, shipmentId: string) => {
  const { vessel } = await server.call("GET", `${ALERTS}/shipment/${shipmentId}/vessel`)
  const { geometry } = await server.call("POST", "/co2/api/v2/route", {
    departure: { portCode: "SGSIN" },
    arrival: { portCode: "DEHAM" },
    options: { geometry: true }
  })
  const line: ReadonlyArray<readonly [number, number]> = geometry.coordinates.flat()
  const [longitude, latitude] = line[Math.floor(line.length * 0.8)] ?? [0, 0]
  await server.importData("ais", aisRow({ ...vessel, mmsi: VESSEL_MMSI }, [longitude, latitude], Date.now()))
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
    filterTypes: [...TYPES, ...DATE_TYPES],
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
