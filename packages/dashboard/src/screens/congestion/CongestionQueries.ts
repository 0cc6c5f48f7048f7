import type { PortCallView } from "@landfall/api/congestion/PortCallView"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { client } from "../../client/Client.ts"
import { RequestFailed } from "../../client/RequestFailed.ts"
import type { Tone } from "../../components/Tone.ts"

export type Congestion = Awaited<ReturnType<typeof client.portCongestion.get>>
export type PortCall = typeof PortCallView.Encoded
export type CallFigure = PortCall["figures"][number]
export type Times = Awaited<ReturnType<typeof client.portCongestion.times>>
export type PeriodTimes = Times["berth"][number]
export type Zones = Awaited<ReturnType<typeof client.portCongestion.zones>>

/** The calls of a port that are loaded, and the way to more of them. */
export interface CallsResult {
  readonly calls: ReadonlyArray<PortCall>
  readonly isComplete: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

const HOUR_MILLIS = 3_600_000

/** The hours of a call, until now while it continues. */
export const hoursOf = ({ hours, startTime }: Pick<PortCall, "hours" | "startTime">): number =>
  hours ?? (Date.now() - Date.parse(startTime)) / HOUR_MILLIS

/** Each of these costs credits: nothing is loaded again by itself. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

const NOT_FOUND = 404

/** The failure itself when there is no such port, or no data of it. */
const notFound = (error: unknown): RequestFailed => {
  if (error instanceof RequestFailed && error.status === NOT_FOUND) return error
  throw error
}

/** The maximum number of calls of a page, which costs the same whatever its length. */
const CALLS_PAGE = 250

/** The figures of a port now; null for a port without data. */
export const congestionQuery = (portCode: string) =>
  queryOptions({
    queryKey: ["congestion", portCode, "figures"],
    queryFn: ({ signal }) =>
      client.portCongestion.get({ params: { portCode }, query: {}, signal }).catch((error: unknown) => {
        notFound(error)
        return null
      }),
    ...ONCE
  })

/** Why no port has this code, a sentence for each reason; null for a known port. It costs nothing. */
export const portFaultsQuery = (portCode: string) =>
  queryOptions({
    queryKey: ["congestion", portCode, "faults"],
    queryFn: ({ signal }): Promise<ReadonlyArray<string> | null> =>
      client.portCongestion.zones({ params: { portCode }, signal }).then(
        () => null,
        (error: unknown) => notFound(error).details
      ),
    ...ONCE
  })

/** The figures of each of the last 30 days. */
export const historyQuery = (portCode: string) =>
  queryOptions({
    queryKey: ["congestion", portCode, "history"],
    queryFn: ({ signal }) => client.portCongestion.history({ params: { portCode }, query: {}, signal }),
    ...ONCE
  })

/** A type of vessel, or all commercial vessels. */
export type TimesClass = Times["vesselClass"]

/** How long vessels of a class are at berth and wait for one, now and over the last weeks. */
export const timesQuery = (portCode: string, vesselClass: TimesClass) =>
  queryOptions({
    queryKey: ["congestion", portCode, "times", vesselClass],
    queryFn: ({ signal }) =>
      client.portCongestion.times({
        params: { portCode },
        query: vesselClass === "commercialVessels" ? {} : { vesselType: vesselClass },
        signal
      }),
    ...ONCE
  })

/** The maximum number of ports of a comparison, as the contract has it. */
export const MAX_COMPARED_PORTS = 10

/** The times of several ports at the same instant; a port without data is not among them. */
export const timesComparisonQuery = (portCodes: ReadonlyArray<string>, vesselClass: TimesClass) =>
  queryOptions({
    queryKey: ["congestion", "comparison", portCodes, vesselClass],
    queryFn: ({ signal }) =>
      client.portCongestion.compareTimes({
        payload: { portCodes, ...(vesselClass === "commercialVessels" ? {} : { vesselType: vesselClass }) },
        signal
      }),
    ...ONCE
  })

/** The calls behind the figures: those in port, and those of the last 30 days. */
export const callsQuery = (portCode: string) =>
  infiniteQueryOptions({
    queryKey: ["congestion", portCode, "calls"],
    queryFn: ({ pageParam, signal }) =>
      client.portCongestion.calls({
        params: { portCode },
        query: { limit: CALLS_PAGE, ...(pageParam === null ? {} : { iterator: pageParam }) },
        signal
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ done, iterator }) => (done ? null : iterator),
    ...ONCE
  })

/** The zones of a port, which cost nothing. */
export const zonesQuery = (portCode: string) =>
  queryOptions({
    queryKey: ["zones", portCode],
    queryFn: ({ signal }) => client.portCongestion.zones({ params: { portCode }, signal }),
    ...ONCE
  })

export const CONFIDENCES = ["high", "medium", "low"] as const

export const CONFIDENCE_TONES: Readonly<Record<Congestion["quality"]["confidence"], Tone>> = {
  high: "good",
  medium: "warn",
  low: "bad"
}

/** The ports of the URL, each once. */
export const portsOf = (text: string | undefined): ReadonlyArray<string> => [
  ...new Set(
    (text ?? "")
      .toUpperCase()
      .split(",")
      .filter((code) => /^[A-Z]{2}[A-Z0-9]{3}$/.test(code))
  )
]
