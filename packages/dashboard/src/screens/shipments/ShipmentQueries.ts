import type { MessageView } from "@landfall/api/alerts/MessagesApi"
import type { ShipmentJourneyView, ShipmentView } from "@landfall/api/tracking/ShipmentsApi"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { client } from "../../client/Client.ts"
import type { Tone } from "../../components/Tone.ts"

export type Shipment = typeof ShipmentView.Encoded
export type ShipmentJourney = typeof ShipmentJourneyView.Encoded
export type Message = typeof MessageView.Encoded

const PAGE_ROWS = 25
const CURRENT_MILLIS = 30_000
const SHOWN_MILLIS = 10_000

/** The shipments of the account, newest first. */
export const shipmentsQuery = infiniteQueryOptions({
  queryKey: ["shipments", "list"],
  queryFn: ({ pageParam, signal }) =>
    client.shipments.list({
      query: { limit: PAGE_ROWS, ...(pageParam === null ? {} : { iterator: pageParam }) },
      signal
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ done, iterator }) => (done ? null : iterator)
})

/** The shipments of one number, wherever they stand in the list. */
export const numberQuery = (number: string) =>
  queryOptions({
    queryKey: ["shipments", "number", number],
    queryFn: ({ signal }) => client.shipments.list({ query: { number, limit: PAGE_ROWS }, signal })
  })

/** A shipment with its journeys. */
export const shipmentQuery = (id: string) =>
  queryOptions({
    queryKey: ["shipments", id],
    queryFn: ({ signal }) => client.shipments.get({ params: { id }, signal }),
    staleTime: CURRENT_MILLIS
  })

/** The newest alerts about a shipment. */
export const alertsQuery = (id: string, limit: number) =>
  queryOptions({
    queryKey: ["shipments", id, "alerts", limit],
    queryFn: ({ signal }) => client.messages.list({ query: { shipmentId: id, limit }, signal }),
    refetchInterval: SHOWN_MILLIS
  })

/** An alert with its body. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ["messages", id],
    queryFn: ({ signal }) => client.messages.get({ params: { id }, signal })
  })

export const sealinesQuery = queryOptions({
  queryKey: ["sealines"],
  queryFn: ({ signal }) => client.sealines.list({ signal }),
  staleTime: Number.POSITIVE_INFINITY
})

/** The colour of the state of tracking. */
export const TONES: Readonly<Record<Shipment["status"], Tone>> = {
  tracking: "good",
  completed: "idle",
  stopped: "idle"
}
