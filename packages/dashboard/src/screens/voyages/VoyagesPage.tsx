import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { client } from "../../client/Client.ts"
import { Empty, ErrorNote, Skeleton } from "../../components/Feedback.tsx"
import { Card, Page } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { BatchCard } from "./BatchCard.tsx"
import { FormCard } from "./FormCard.tsx"
import { EmissionFigures, LaneMethodCard, RouteCard, VesselMethodCard } from "./ResultCards.tsx"
import { faultsOf, fieldsOf, requestOf, searchOf } from "./VoyageForm.ts"

const texts = messages.voyages

/** The route and the emissions of a voyage, or of many from a file. The voyage stands in the URL, so that it can be shared. */
export const VoyagesPage = () => {
  const search = useSearch({ from: "/shell/voyages" })
  const navigate = useNavigate({ from: "/voyages" })
  const fields = fieldsOf(search)
  const isComplete = Object.values(faultsOf(fields)).every((fault) => fault === undefined)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["voyage", search],
    queryFn: ({ signal }) => client.co2.compute({ payload: requestOf(fields), signal }),
    enabled: isComplete,
    // A computation costs a credit, and its result does not change.
    staleTime: Number.POSITIVE_INFINITY
  })
  return (
    <Page title={texts.title} subtitle={texts.subtitle}>
      <div className="stack">
        <FormCard
          key={JSON.stringify(search)}
          initial={fields}
          isPending={isFetching}
          onSubmit={(submitted) => void navigate({ search: searchOf(submitted) })}
        />
        {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        {data !== undefined ? (
          <>
            <EmissionFigures result={data} />
            <RouteCard result={data} />
            <div className="columns">
              <VesselMethodCard result={data} />
              <LaneMethodCard result={data} />
            </div>
          </>
        ) : isFetching ? (
          <Card title={texts.result.route}>
            <Skeleton />
          </Card>
        ) : error === null ? (
          <Empty title={texts.result.waiting.title}>{texts.result.waiting.body}</Empty>
        ) : null}
        <BatchCard />
      </div>
    </Page>
  )
}
