import type { PortCallView } from "@landfall/api/congestion/PortCongestionApi"
import { queryOptions } from "@tanstack/react-query"
import { client } from "../../client/Client.ts"
import { RequestFailed } from "../../client/RequestFailed.ts"
import type { Tone } from "../../components/Tone.ts"

export type Congestion = Awaited<ReturnType<typeof client.portCongestion.get>>
export type PortCall = typeof PortCallView.Encoded

/** Each of these costs credits: nothing is loaded again by itself. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

const NOT_FOUND = 404
const CALLS_SHOWN = 50

/** The figures of a port now; null for a port without data. */
export const congestionQuery = (portCode: string) =>
  queryOptions({
    queryKey: ["congestion", portCode, "figures"],
    queryFn: ({ signal }) =>
      client.portCongestion.get({ params: { portCode }, query: {}, signal }).catch((error: unknown) => {
        if (error instanceof RequestFailed && error.status === NOT_FOUND) return null
        throw error
      }),
    ...ONCE
  })

/** The figures of each of the last 30 days. */
export const historyQuery = (portCode: string) =>
  queryOptions({
    queryKey: ["congestion", portCode, "history"],
    queryFn: ({ signal }) => client.portCongestion.history({ params: { portCode }, query: {}, signal }),
    ...ONCE
  })

/** The calls behind the figures. */
export const callsQuery = (portCode: string) =>
  queryOptions({
    queryKey: ["congestion", portCode, "calls"],
    queryFn: ({ signal }) =>
      client.portCongestion.calls({ params: { portCode }, query: { limit: CALLS_SHOWN }, signal }),
    ...ONCE
  })

export const CONFIDENCE_TONES: Readonly<Record<Congestion["quality"]["confidence"], Tone>> = {
  high: "good",
  medium: "warn",
  low: "bad"
}

/** The ports of the URL, each once. */
export const portsOf = (text: string | undefined): ReadonlyArray<string> => [
  ...new Set((text ?? "").split(",").filter((code) => /^[A-Z]{2}[A-Z0-9]{3}$/.test(code)))
]
