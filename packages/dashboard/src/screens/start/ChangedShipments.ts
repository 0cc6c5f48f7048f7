import { useQueries, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { dataInterval } from "../../client/Polling.ts"
import { type ListedShipment, shipmentQuery } from "../shipments/ShipmentQueries.ts"
import { changesSince, type MilestoneChange } from "./JourneyChanges.ts"
import { changesQuery, DAY_MILLIS, REFETCH_MILLIS } from "./StartQueries.ts"

/** A shipment that changed, with its changes. */
export interface ChangedShipment {
  readonly shipmentId: string
  readonly number: string | undefined
  readonly changes: ReadonlyArray<MilestoneChange>
  readonly lastAt: string
}

const SHOWN_SHIPMENTS = 8

/**
 * The shipments whose journey changed in the last 24 hours: those that an alert was sent about, and those that are not
 * registered anywhere. Changes are read from the journeys, of the first ones alone.
 */
export const useChangedShipments = (shipments: ReadonlyArray<ListedShipment>) => {
  const [since] = useState(() => Date.now() - DAY_MILLIS)
  const { data: alerts, error: alertsError, refetch } = useQuery(changesQuery)
  const lastAt = new Map<string, string>()
  for (const { shipmentId, createdAt } of alerts?.data ?? []) {
    if (shipmentId !== null && !lastAt.has(shipmentId)) lastAt.set(shipmentId, createdAt)
  }
  for (const { id, updatedAt, summary = null } of shipments) {
    if (summary !== null && Date.parse(updatedAt) >= since && !lastAt.has(id)) lastAt.set(id, updatedAt)
  }
  const ids = alerts === undefined ? [] : [...lastAt].toSorted(([, a], [, b]) => Date.parse(b) - Date.parse(a))
  const journeys = useQueries({
    queries: ids
      .slice(0, SHOWN_SHIPMENTS)
      .map(([id]) => ({ ...shipmentQuery(id), refetchInterval: dataInterval(REFETCH_MILLIS) }))
  })
  const error = alertsError ?? journeys.find((journey) => journey.error !== null)?.error ?? null
  const isLoading = alerts === undefined || journeys.some(({ isPending }) => isPending)
  const rows = journeys.flatMap(({ data }, index): ReadonlyArray<ChangedShipment> => {
    const [shipmentId = "", at = ""] = ids[index] ?? []
    const changes = data === undefined ? [] : changesSince(data, since)
    return data === undefined || changes.length === 0
      ? []
      : [{ shipmentId, number: data.number, changes, lastAt: changes[0]?.receivedAt ?? at }]
  })
  return {
    /** Undefined while they are loaded. */
    rows: isLoading ? undefined : rows,
    /** Undefined also when a journey could not be loaded. */
    count: isLoading || error !== null ? undefined : ids.length - journeys.length + rows.length,
    isWhole: alerts?.done ?? true,
    error,
    refetch
  }
}
