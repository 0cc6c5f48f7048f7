import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import { newIdempotencyKey } from "../../../client/Request.ts"
import { sessionQuery } from "../../../client/Session.ts"
import type { Pair } from "../../../components/form/Pair.ts"
import type { EventType } from "../../../events/EventGroups.ts"
import type { Destination } from "../Destination.ts"
import { DEFAULT_EVENTS } from "../SetupQueries.ts"

/** A tracked shipment that was chosen. */
export interface ChosenShipment {
  readonly id: string
  readonly number: string
  readonly sealine: string | null
  readonly type: "CT" | "BK" | "BL" | null
}

/** An alert that is being set up. */
export interface Draft {
  readonly idempotencyKey: string
  readonly destination: Destination
  readonly description: string
  readonly metadata: ReadonlyArray<Pair>
  readonly headers: ReadonlyArray<Pair>
  readonly rateLimit: string
  readonly secretMode: "new" | "own"
  readonly secret: string
  readonly events: ReadonlyArray<EventType>
  readonly thresholdHours: string
  readonly shipments: "all" | "chosen"
  readonly future: boolean
  readonly chosen: ReadonlyArray<ChosenShipment>
  /** Numbers that were pasted or uploaded, one a line. */
  readonly lines: string
  /** The endpoint, once it is created. */
  readonly endpointId: string | null
}

export const newDraft = (): Draft => ({
  idempotencyKey: newIdempotencyKey(),
  destination: { kind: "url", url: "" },
  description: "",
  metadata: [],
  headers: [],
  rateLimit: "",
  secretMode: "new",
  secret: "",
  events: DEFAULT_EVENTS,
  thresholdHours: "24",
  shipments: "all",
  future: true,
  chosen: [],
  lines: "",
  endpointId: null
})

const hasUser = (url: string): boolean => /^[^/]*\/\/[^/]*@/.test(url)

/** A draft without secret values: it is stored in the browser until the tab is closed. */
const withoutSecrets = ({ destination, headers, ...draft }: Draft): Draft => ({
  ...draft,
  destination: hasUser(destination.url) ? { ...destination, url: "" } : destination,
  headers: headers.map(({ name }) => ({ name, value: "" })),
  secret: ""
})

const load = (name: string): Draft => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? "{}")
    // A draft of an earlier version of the page lacks the fields that were added since.
    return typeof stored === "object" ? { ...newDraft(), ...stored } : newDraft()
  } catch {
    return newDraft()
  }
}

/** The draft of this account, which outlasts a reload of the page and is lost with its tab. */
export const useDraft = () => {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const queryClient = useQueryClient()
  const name = `landfall.alert.${session.account.id}`
  const queryKey = useMemo(() => ["alert-draft", name], [name])
  // The whole draft is kept among the responses, which are dropped when the person signs out.
  const [draft, setDraft] = useState(() => queryClient.getQueryData<Draft>(queryKey) ?? load(name))
  useEffect(() => {
    queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
    queryClient.setQueryData(queryKey, draft)
    sessionStorage.setItem(name, JSON.stringify(withoutSecrets(draft)))
  }, [queryClient, queryKey, name, draft])
  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    clear: () => setDraft(newDraft())
  }
}
