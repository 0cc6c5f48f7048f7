import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { client } from "../../client/Client.ts"
import { dataInterval } from "../../client/Polling.ts"
import { isNotFound } from "../../client/RequestFailed.ts"
import { ConfirmDialog } from "../../components/Dialog.tsx"
import { ErrorNote, NotLoaded, Skeleton, Status } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Id } from "../../components/Id.tsx"
import { Card, Facts, Figures, Page } from "../../components/Page.tsx"
import { Pairs } from "../../components/Pairs.tsx"
import { Time } from "../../components/Time.tsx"
import { useToast } from "../../components/Toasts.tsx"
import { messages } from "../../text/messages.ts"
import { endpointQuery } from "../endpoints/operations/EndpointQueries.ts"
import { AlertsCard } from "./AlertsCard.tsx"
import { MapCard } from "./MapCard.tsx"
import { PollingCard } from "./PollingCard.tsx"
import { useSealineName } from "./SealineName.ts"
import { Arrival, ArrivalChange, NextMilestone } from "./ShipmentFigures.tsx"
import { type ShipmentJourney, shipmentQuery, TONES } from "./ShipmentQueries.ts"
import { VoyageCard } from "./VoyageCard.tsx"

const texts = messages.shipments

const REFETCH_MILLIS = 10_000

const StopButton = ({ id }: { readonly id: string }) => {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const toast = useToast()
  const stop = async () => {
    await client.shipments.stop({ params: { id } })
    await queryClient.invalidateQueries({ queryKey: ["shipments"] })
    toast(texts.stop.done)
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>{texts.stop.open}</Button>
      <ConfirmDialog
        title={texts.stop.title}
        action={texts.stop.open}
        variant="danger"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={stop}
      >
        <p>{texts.stop.body}</p>
      </ConfirmDialog>
    </>
  )
}

/** An endpoint by its description, else by its URL. */
const EndpointLink = ({ id }: { readonly id: string }) => {
  const { data, error } = useQuery(endpointQuery(id))
  return (
    <>
      <Link to="/endpoints/$id" params={{ id }} className="break">
        {data?.description ?? data?.url ?? id}
      </Link>
      {data !== undefined || error === null || isNotFound(error) ? null : <NotLoaded error={error} />}
    </>
  )
}

const Endpoints = ({ ids }: { readonly ids: ReadonlyArray<string> }) =>
  ids.length === 0 ? (
    texts.details.noEndpoints
  ) : (
    <span className="stack-tight">
      {ids.map((id) => (
        <EndpointLink key={id} id={id} />
      ))}
    </span>
  )

interface DetailsProps {
  readonly shipment: ShipmentJourney
  readonly carrier: string
}

const DetailsCard = ({ shipment, carrier }: DetailsProps) => (
  <Card title={texts.details.title}>
    <Facts
      items={[
        [texts.details.type, shipment.type === null ? messages.common.unknown : texts.types[shipment.type]],
        [
          texts.details.sealine,
          shipment.sealine === null ? messages.common.unknown : `${carrier} (${shipment.sealine})`
        ],
        [texts.details.reference, shipment.reference ?? messages.common.none],
        [texts.details.metadata, <Pairs key="metadata" pairs={shipment.metadata} />],
        [texts.details.endpoints, <Endpoints key="endpoints" ids={shipment.endpoints} />],
        [texts.details.created, <Time key="created" at={shipment.createdAt} form="minute" />],
        [texts.details.id, <Id key="id" value={shipment.id} />]
      ]}
    />
  </Card>
)

/** The place of a figure with a note below. */
const LoadingFigure = () => (
  <span className="stack-tight">
    <Skeleton width="8rem" />
    <small>
      <Skeleton width="6rem" />
    </small>
  </span>
)

/** One shipment: its voyage, its alerts with their evidence, and how it is polled. */
export const ShipmentPage = () => {
  const { id } = useParams({ from: "/shell/shipments/$id" })
  const { data, error, refetch } = useQuery({ ...shipmentQuery(id), refetchInterval: dataInterval(REFETCH_MILLIS) })
  const sealine = useSealineName(data?.sealine ?? null)
  const summary = data?.summary
  const crumb = <Link to="/shipments">{texts.title}</Link>
  if (error !== null && data === undefined) {
    return (
      <Page title={texts.title} crumb={crumb}>
        <ErrorNote error={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  return (
    <Page
      title={data?.number ?? messages.common.loading}
      crumb={crumb}
      subtitle={
        data === undefined ? (
          <span className="row">
            <Skeleton width="8rem" />
          </span>
        ) : (
          <span className="row">
            <Status tone={TONES[data.status]}>{texts.status[data.status]}</Status>
            {[sealine, data.reference].filter((text) => text !== null).join(" · ")}
          </span>
        )
      }
      actions={data?.status === "tracking" ? <StopButton id={id} /> : undefined}
    >
      <div className="stack">
        <Figures
          items={[
            {
              name: texts.figures.next,
              value: summary === undefined ? <LoadingFigure /> : <NextMilestone summary={summary} />
            },
            {
              name: texts.figures.arrival,
              value: summary === undefined ? <LoadingFigure /> : <Arrival arrival={summary?.arrival ?? null} />
            },
            {
              name: texts.figures.change,
              value: summary === undefined ? <LoadingFigure /> : <ArrivalChange arrival={summary?.arrival ?? null} />
            }
          ]}
        />
        {data === undefined ? (
          <Card title={texts.voyage.title}>
            <Skeleton />
          </Card>
        ) : data.journeys.length === 0 ? (
          <VoyageCard journey={undefined} />
        ) : (
          data.journeys.map((known, index) => <VoyageCard key={known.container ?? index} journey={known} />)
        )}
        {data === undefined || data.journeys[0] === undefined ? null : (
          <MapCard shipmentId={id} journey={data.journeys.find(({ ended }) => ended === null) ?? data.journeys[0]} />
        )}
        {data === undefined ? null : (
          <>
            <AlertsCard shipmentId={id} />
            <div className="columns">
              <PollingCard shipment={data} />
              <DetailsCard shipment={data} carrier={sealine} />
            </div>
          </>
        )}
      </div>
    </Page>
  )
}
