import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useCallback, useRef, useState } from "react"
import { client } from "../../client/Client.ts"
import { Empty, ErrorNote } from "../../components/Feedback.tsx"
import { Page } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { BatchCard } from "./BatchCard.tsx"
import { FormCard } from "./FormCard.tsx"
import { MethodsCard } from "./MethodsCard.tsx"
import { EmissionFigures } from "./ResultCards.tsx"
import { RouteCard } from "./RouteCard.tsx"
import {
  faultsOf,
  fieldsOf,
  nextRule,
  type Passage,
  requestOf,
  routeRequestOf,
  searchOf,
  type VoyageFields
} from "./VoyageForm.ts"

const texts = messages.voyages

/** A result does not change, and costs a credit: it is loaded once, on request. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/**
 * The route and the emissions of a voyage, or of many from a file. The voyage is in the URL, so that it can be shared. A
 * link shows the route, which is free; the emissions are computed when their button is pressed.
 */
export const VoyagesPage = () => {
  const search = useSearch({ from: "/shell/voyages" })
  const navigate = useNavigate({ from: "/voyages" })
  const key = JSON.stringify(search)
  const fields = fieldsOf(search)
  const faults = faultsOf(fields)
  const hasPorts = faults.from === undefined && faults.to === undefined
  const isComplete = Object.values(faults).every((fault) => fault === undefined)
  const [requested, setRequested] = useState<string>()
  const typed = useRef(fields)
  const retain = useCallback((latest: VoyageFields) => {
    typed.current = latest
  }, [])

  const { departure, arrival, options } = routeRequestOf(fields)
  const route = useQuery({
    queryKey: ["route", departure.portCode, arrival.portCode, options],
    queryFn: ({ signal }) => client.co2.route({ payload: { departure, arrival, options }, signal }),
    enabled: hasPorts,
    ...ONCE
  })
  const voyage = useQuery({
    queryKey: ["voyage", search],
    queryFn: ({ signal }) => {
      const request = requestOf(fields)
      const payload = { ...request, options: { ...request.options, geometry: true } }
      return client.co2.compute({ payload, signal })
    },
    enabled: isComplete && requested === key,
    ...ONCE
  })

  const open = (next: VoyageFields) => {
    const found = searchOf(next)
    void navigate({ search: found })
    return JSON.stringify(found)
  }
  const changePassage = (passage: Passage) => {
    const { passages } = typed.current
    open({ ...typed.current, passages: { ...passages, [passage]: nextRule(passages[passage]) } })
  }
  const shown = voyage.data === undefined ? route.data : { length: voyage.data.length, ...voyage.data.method.route }
  const error = voyage.error ?? (voyage.data === undefined ? route.error : null)

  return (
    <Page title={texts.title} subtitle={texts.subtitle}>
      <div className="stack">
        <FormCard
          key={key}
          initial={fields}
          isPending={voyage.isFetching}
          onChange={retain}
          onCompute={(submitted) => setRequested(open(submitted))}
          onRoute={open}
        />
        {error === null ? null : (
          <ErrorNote error={error} onRetry={() => void (voyage.isError ? voyage : route).refetch()} />
        )}
        {!hasPorts ? (
          <Empty title={texts.result.waiting.title}>{texts.result.waiting.body}</Empty>
        ) : (
          <>
            {voyage.data === undefined ? null : <EmissionFigures result={voyage.data} />}
            {voyage.data === undefined && isComplete && error === null ? (
              <p className="muted">{texts.result.ask}</p>
            ) : null}
            {route.isError && voyage.data === undefined ? null : (
              <RouteCard route={shown} passages={fields.passages} onPassage={changePassage} />
            )}
            {voyage.data === undefined ? null : <MethodsCard result={voyage.data} />}
          </>
        )}
        <BatchCard />
      </div>
    </Page>
  )
}
