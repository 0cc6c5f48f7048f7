import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { DataTable } from "../../components/DataTable.tsx"
import { Awaited, ErrorNote, NotLoaded, Skeleton } from "../../components/Feedback.tsx"
import { ButtonLink } from "../../components/form/Button.tsx"
import { Card, Figures, Page } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { periodQuery } from "../account/AccountQueries.ts"
import { Arrival, ArrivalChange } from "../shipments/ShipmentFigures.tsx"
import type { ListedShipment, Summary } from "../shipments/ShipmentQueries.ts"
import { TrackButton } from "../shipments/TrackDialog.tsx"
import { useChangedShipments } from "./ChangedShipments.ts"
import { ChangesCard } from "./ChangesCard.tsx"
import { DemoCard } from "./DemoCard.tsx"
import { EmptyStart } from "./EmptyStart.tsx"
import { useFailingEndpoints } from "./FailingEndpoints.ts"
import { FailingEndpointsCard } from "./FailingEndpointsCard.tsx"
import { ShipmentLink } from "./ShipmentLink.tsx"
import { newestQuery, olderQuery, soonArrival } from "./StartQueries.ts"

const texts = messages.start

const FIGURES = ["tracked", "arrivals", "changes", "failing", "credits"] as const
const SHOWN_ARRIVALS = 10

interface ExpectedArrival {
  readonly shipment: ListedShipment
  readonly arrival: NonNullable<Summary["arrival"]>
}

const ArrivalsCard = ({ arrivals }: { readonly arrivals: ReadonlyArray<ExpectedArrival> }) => (
  <Card title={texts.arrivals.title} actions={<Link to="/shipments">{texts.arrivals.all}</Link>}>
    {arrivals.length === 0 ? (
      <p className="muted">{texts.arrivals.none}</p>
    ) : (
      <DataTable
        label={texts.arrivals.title}
        rows={arrivals.slice(0, SHOWN_ARRIVALS)}
        keyOf={({ shipment }) => shipment.id}
        columns={[
          {
            title: texts.arrivals.shipment,
            cell: ({ shipment }) => (
              <span className="stack-tight">
                <ShipmentLink id={shipment.id} number={shipment.number} />
                <span className="small muted break">{shipment.reference}</span>
              </span>
            )
          },
          { title: texts.arrivals.date, cell: ({ arrival }) => <Arrival arrival={arrival} /> },
          { title: texts.arrivals.change, cell: ({ arrival }) => <ArrivalChange arrival={arrival} /> }
        ]}
      />
    )}
    {arrivals.length > SHOWN_ARRIVALS ? (
      <p className="small muted">{texts.arrivals.more(arrivals.length - SHOWN_ARRIVALS)}</p>
    ) : null}
  </Card>
)

interface OverviewProps {
  readonly newest: ReadonlyArray<ListedShipment>
  /** Where the older shipments begin; null when there are none. */
  readonly next: string | null
}

const Overview = ({ newest, next }: OverviewProps) => {
  const [openedAt] = useState(Date.now)
  const { data: older, error: olderError } = useQuery(olderQuery(next))
  const known = new Set(newest.map(({ id }) => id))
  const shipments = [...newest, ...(older?.data ?? []).filter(({ id }) => !known.has(id))]
  const isWhole = next === null || older?.isWhole === true
  const tracked = shipments.filter(({ status }) => status === "tracking")
  const changed = useChangedShipments(shipments)
  const { data: period, error: periodError } = useQuery(periodQuery)
  const { failing, isWhole: isAllFailing, error: failingError } = useFailingEndpoints()
  const arrivals = tracked
    .flatMap((shipment): ReadonlyArray<ExpectedArrival> => {
      const arrival = soonArrival(shipment, openedAt)
      return arrival === undefined ? [] : [{ shipment, arrival }]
    })
    .toSorted((a, b) => Date.parse(a.arrival.date) - Date.parse(b.arrival.date))
  const awaited = (error: unknown) => <Awaited error={error} width="3rem" />
  const note =
    olderError !== null && older === undefined
      ? { note: <NotLoaded error={olderError} /> }
      : isWhole
        ? {}
        : { note: texts.figures.newest(shipments.length) }
  const bounded = (count: number, isAll: boolean) => (isAll ? count.toLocaleString() : texts.figures.atLeast(count))
  return (
    <div className="stack">
      <Figures
        items={[
          { name: texts.figures.tracked, value: bounded(tracked.length, isWhole), link: { to: "/shipments" } },
          { name: texts.figures.arrivals, value: arrivals.length.toLocaleString(), ...note },
          {
            name: texts.figures.changes,
            value: changed.count === undefined ? awaited(changed.error) : bounded(changed.count, changed.isWhole)
          },
          {
            name: texts.figures.failing,
            value:
              failing === undefined || (failing.length === 0 && failingError !== null)
                ? awaited(failingError)
                : bounded(failing.length, isAllFailing && failingError === null),
            tone: failing === undefined || failing.length === 0 ? "idle" : "bad",
            link: { to: "/endpoints" }
          },
          {
            name: texts.figures.credits,
            value:
              period === undefined
                ? awaited(periodError)
                : period === null
                  ? texts.figures.none
                  : period.credits.toLocaleString(),
            link: { to: "/account" }
          }
        ]}
      />
      <FailingEndpointsCard />
      {/* Below rows whose number is unknown until they are loaded. */}
      {failing === undefined && failingError === null ? null : (
        <div className="columns">
          <ArrivalsCard arrivals={arrivals} />
          <ChangesCard changed={changed} />
        </div>
      )}
    </div>
  )
}

/** The most frequent actions. An empty account has them in its next steps. */
const NextActions = () => (
  <>
    <TrackButton variant="default" />
    <ButtonLink to="/alerts/new" variant="primary">
      {messages.endpoints.fast}
    </ButtonLink>
  </>
)

/** The shipments on their way and the faults that need attention; for an empty account, the first steps. */
export const StartPage = () => {
  const { data, error, refetch } = useQuery(newestQuery)
  const [isDemo, setDemo] = useState(false)
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      actions={data === undefined || data.data.length === 0 || isDemo ? undefined : <NextActions />}
    >
      {isDemo ? (
        <DemoCard />
      ) : data === undefined ? (
        error === null ? (
          <div className="stack" aria-busy="true">
            <Figures items={FIGURES.map((name) => ({ name: texts.figures[name], value: <Skeleton width="3rem" /> }))} />
            <Card title={texts.failing.title}>
              <Skeleton />
            </Card>
          </div>
        ) : (
          <ErrorNote error={error} onRetry={() => void refetch()} />
        )
      ) : data.data.length === 0 ? (
        <EmptyStart onDemo={() => setDemo(true)} />
      ) : (
        <Overview newest={data.data} next={data.done ? null : data.iterator} />
      )}
    </Page>
  )
}
