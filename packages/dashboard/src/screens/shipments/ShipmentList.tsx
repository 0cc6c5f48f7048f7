import { useInfiniteQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect } from "react"
import { Empty, ErrorNote, Status } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { SearchField } from "../../components/form/SearchField.tsx"
import { Page } from "../../components/Page.tsx"
import { SkeletonRows } from "../../components/SkeletonRows.tsx"
import { TableFrame } from "../../components/TableFrame.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { useSealineName } from "./SealineName.ts"
import { Arrival, ArrivalChange, NextMilestone } from "./ShipmentFigures.tsx"
import { type ListedShipment, shipmentsQuery, TONES } from "./ShipmentQueries.ts"
import { TrackButton } from "./TrackDialog.tsx"

const texts = messages.shipments

const COLUMNS = Object.values(texts.columns)

const ShipmentRow = ({ shipment }: { readonly shipment: ListedShipment }) => {
  const { summary = null } = shipment
  const sealine = useSealineName(shipment.sealine)
  return (
    <tr>
      <td className="key" data-label={texts.columns.number}>
        <span className="stack-tight">
          <Link to="/shipments/$id" params={{ id: shipment.id }} className="mono break" data-row>
            {shipment.number}
          </Link>
          <span className="small muted break-long">{sealine}</span>
          <span className="small muted break-long clamp">{shipment.reference}</span>
        </span>
      </td>
      <td data-label={texts.columns.status}>
        <Status tone={TONES[shipment.status]}>{texts.status[shipment.status]}</Status>
      </td>
      <td data-label={texts.columns.next}>
        <NextMilestone summary={summary} />
      </td>
      <td data-label={texts.columns.eta}>
        <Arrival arrival={summary?.arrival ?? null} />
      </td>
      <td data-label={texts.columns.change}>
        <ArrivalChange arrival={summary?.arrival ?? null} />
      </td>
      <td data-label={texts.columns.updated}>
        <Time at={shipment.updatedAt} form="ago" />
      </td>
    </tr>
  )
}

/** Every tracked shipment, with its next milestone. The server searches and pages. */
export const ShipmentList = () => {
  const { search = "" } = useSearch({ from: "/shell/shipments" })
  const navigate = useNavigate({ from: "/shipments" })
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    shipmentsQuery(search.trim())
  )
  const shipments = data?.pages.flatMap((page) => page.data)
  // A page can be empty before the last one: the search continues until it has a result.
  const goesOn = shipments?.length === 0 && hasNextPage && !isFetchingNextPage && error === null
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  return (
    <Page title={texts.title} subtitle={texts.subtitle} actions={<TrackButton />}>
      <div className="stack">
        {shipments?.length === 0 && search === "" ? (
          <Empty title={texts.empty.title}>{texts.empty.body}</Empty>
        ) : (
          <>
            <SearchField
              label={texts.search}
              value={search}
              onChange={(value) => void navigate({ search: value === "" ? {} : { search: value }, replace: true })}
            />
            {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
            <TableFrame>
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
                  {shipments === undefined ? (
                    <SkeletonRows rows={error === null ? 5 : 0} columns={COLUMNS.map((title) => ({ title }))} />
                  ) : (
                    shipments.map((shipment) => <ShipmentRow key={shipment.id} shipment={shipment} />)
                  )}
                </tbody>
              </table>
            </TableFrame>
            {shipments?.length === 0 && !hasNextPage ? <p className="muted">{texts.noMatch}</p> : null}
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
