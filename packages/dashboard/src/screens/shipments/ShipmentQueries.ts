import type { MessageView } from "@landfall/api/alerts/MessagesApi"
import type { ListedShipmentView, ShipmentJourneyView, ShipmentSummaryView } from "@landfall/api/tracking/ShipmentViews"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { client } from "../../client/Client.ts"
import { dataInterval, pollInterval } from "../../client/Polling.ts"
import type { Tone } from "../../components/Tone.ts"

export type ListedShipment = typeof ListedShipmentView.Encoded
export type Summary = typeof ShipmentSummaryView.Encoded
export type ShipmentJourney = typeof ShipmentJourneyView.Encoded
export type Message = typeof MessageView.Encoded

const PAGE_ROWS = 25
const CURRENT_MILLIS = 30_000
const SHOWN_MILLIS = 10_000

/** The shipments of the account that a text finds, newest first, with the next milestone of each. */
export const shipmentsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["shipments", "list", search],
    queryFn: ({ pageParam, signal }) =>
      client.shipments.list({
        query: { limit: PAGE_ROWS, summary: "true", search, ...(pageParam === null ? {} : { iterator: pageParam }) },
        signal
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ done, iterator }) => (done ? null : iterator),
    placeholderData: (before) => before
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
    refetchInterval: pollInterval(SHOWN_MILLIS)
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
export const TONES: Readonly<Record<ListedShipment["status"], Tone>> = {
  tracking: "good",
  completed: "idle",
  stopped: "idle"
}

/** The vessel that carries a shipment now, with its last position. */
export const vesselQuery = (id: string) =>
  queryOptions({
    queryKey: ["shipments", id, "vessel"],
    queryFn: ({ signal }) => client.shipments.vessel({ params: { id }, signal }),
    refetchInterval: dataInterval(CURRENT_MILLIS)
  })

/** The sea route between two ports, which is free and does not change. */
export const legQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ["route", from, to, { geometry: true }],
    queryFn: ({ signal }) =>
      client.co2.route({
        payload: { departure: { portCode: from }, arrival: { portCode: to }, options: { geometry: true } },
        signal
      }),
    staleTime: Number.POSITIVE_INFINITY
  })
