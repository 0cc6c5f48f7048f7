import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { Button } from "../../components/Button.tsx"
import { Empty, ErrorNote, Skeleton, SkeletonRows, Status } from "../../components/Feedback.tsx"
import { Page } from "../../components/Page.tsx"
import { SearchField } from "../../components/SearchField.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { Arrival, ArrivalChange, NextMilestone } from "./ShipmentFigures.tsx"
import { numberQuery, type Shipment, shipmentQuery, shipmentsQuery, TONES } from "./ShipmentQueries.ts"
import { TrackButton } from "./TrackDialog.tsx"

const texts = messages.shipments

const COLUMNS = Object.values(texts.columns)

/** The shortest number by which the server is searched. */
const NUMBER_LENGTH = 5

const normalised = (text: string): string => text.toLowerCase().replaceAll(/[\s.-]/g, "")

const matches = ({ number, reference, sealine }: Shipment, search: string): boolean =>
  normalised(`${number} ${sealine ?? ""} ${reference ?? ""}`).includes(normalised(search))

const ShipmentRow = ({ shipment }: { readonly shipment: Shipment }) => {
  const { data } = useQuery(shipmentQuery(shipment.id))
  const journey = data?.journeys[0]
  return (
    <tr>
      <td data-label={texts.columns.number}>
        <span className="stack-tight">
          <Link to="/shipments/$id" params={{ id: shipment.id }} className="mono break" data-row>
            {shipment.number}
          </Link>
          <span className="small muted break">
            {[shipment.sealine ?? texts.noCarrier, shipment.reference].filter((text) => text !== null).join(" · ")}
          </span>
        </span>
      </td>
      <td data-label={texts.columns.status}>
        <Status tone={TONES[shipment.status]}>{texts.status[shipment.status]}</Status>
      </td>
      <td data-label={texts.columns.next}>
        {data === undefined ? <Skeleton width="9rem" /> : <NextMilestone journey={journey} />}
      </td>
      <td data-label={texts.columns.eta}>
        {data === undefined ? <Skeleton width="6rem" /> : <Arrival journey={journey} />}
      </td>
      <td data-label={texts.columns.change}>
        {data === undefined ? <Skeleton width="6rem" /> : <ArrivalChange journey={journey} />}
      </td>
      <td data-label={texts.columns.updated}>
        <Time at={shipment.updatedAt} />
      </td>
    </tr>
  )
}

/** Every tracked shipment, with what happens next. */
export const ShipmentList = () => {
  const { search = "" } = useSearch({ from: "/shell/shipments" })
  const navigate = useNavigate({ from: "/shipments" })
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(shipmentsQuery)
  const byNumber = useQuery({ ...numberQuery(search), enabled: normalised(search).length >= NUMBER_LENGTH })
  const shipments = data?.pages.flatMap((page) => page.data)
  const found = shipments?.filter((shipment) => matches(shipment, search))
  const elsewhere = (search === "" ? [] : (byNumber.data?.data ?? [])).filter(
    ({ id }) => found?.some((shipment) => shipment.id === id) === false
  )
  const shown = found === undefined ? undefined : [...found, ...elsewhere]

  return (
    <Page title={texts.title} subtitle={texts.subtitle} actions={<TrackButton />}>
      <div className="stack">
        {shipments?.length === 0 ? (
          <Empty title={texts.empty.title}>{texts.empty.body}</Empty>
        ) : (
          <>
            <SearchField
              label={texts.search}
              value={search}
              onChange={(value) => void navigate({ search: value === "" ? {} : { search: value }, replace: true })}
            />
            {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
            <div className="table-wrap">
              <table className="table" data-narrow="cards" aria-busy={shipments === undefined && error === null}>
                <thead>
                  <tr>
                    {COLUMNS.map((column) => (
                      <th key={column} scope="col">
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {shown === undefined ? (
                    <SkeletonRows rows={error === null ? 5 : 0} columns={COLUMNS.length} />
                  ) : (
                    shown.map((shipment) => <ShipmentRow key={shipment.id} shipment={shipment} />)
                  )}
                </tbody>
              </table>
            </div>
            {shown?.length === 0 ? <p className="muted">{texts.noMatch}</p> : null}
            {hasNextPage ? (
              <div>
                <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                  {messages.common.loadMore}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </div>
    </Page>
  )
}
