import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { ErrorNote, Skeleton } from "../../../components/Feedback.tsx"
import { Button } from "../../../components/form/Button.tsx"
import { Checkbox } from "../../../components/form/Field.tsx"
import { SearchField } from "../../../components/form/SearchField.tsx"
import { messages } from "../../../text/messages.ts"
import { useSealineName } from "../../shipments/SealineName.ts"
import { type ListedShipment, shipmentsQuery } from "../../shipments/ShipmentQueries.ts"
import type { ChosenShipment } from "./Draft.ts"

const texts = messages.customSetup.shipments

const DEMO_NUMBER = "ZZZZ0000000"

const chosenOf = ({ id, number, sealine, type }: ListedShipment): ChosenShipment => ({ id, number, sealine, type })

const Details = ({ shipment: { sealine, reference } }: { readonly shipment: ListedShipment }) => {
  const carrier = useSealineName(sealine)
  return (
    <span className="small muted break">
      {[carrier, reference].filter((text) => text !== null && text !== "").join(" · ")}
    </span>
  )
}

interface TrackedShipmentsProps {
  readonly chosen: ReadonlyArray<ChosenShipment>
  readonly onChange: (chosen: ReadonlyArray<ChosenShipment>) => void
}

/** Chooses among the shipments that the account tracks. */
export const TrackedShipments = ({ chosen, onChange }: TrackedShipmentsProps) => {
  const [search, setSearch] = useState("")
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    shipmentsQuery(search.trim())
  )
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton />
  const shown = data.pages
    .flatMap((page) => page.data)
    .filter(({ status, number }) => status === "tracking" && number !== DEMO_NUMBER)
  if (shown.length === 0 && !hasNextPage && search === "") return <p className="muted">{texts.trackedNone}</p>
  const ids = new Set(chosen.map(({ id }) => id))
  const count = shown.filter(({ id }) => ids.has(id)).length
  const set = (shipments: ReadonlyArray<ListedShipment>, isChosen: boolean) => {
    const changed = new Set(shipments.map(({ id }) => id))
    const others = chosen.filter(({ id }) => !changed.has(id))
    onChange(isChosen ? [...others, ...shipments.map(chosenOf)] : others)
  }
  return (
    <div className="stack-s">
      <div className="event-search">
        <SearchField label={texts.search} value={search} onChange={setSearch} />
        <span className="small" aria-live="polite">
          {texts.selected(chosen.length)}
        </span>
      </div>
      {shown.length === 0 ? (
        <p className="muted">{texts.noMatch}</p>
      ) : (
        <div className="pick-list">
          <Checkbox
            isSelected={count === shown.length}
            isIndeterminate={count > 0 && count < shown.length}
            onChange={(isChosen) => set(shown, isChosen)}
          >
            <strong>{texts.selectShown(shown.length)}</strong>
          </Checkbox>
          {shown.map((shipment) => (
            <Checkbox
              key={shipment.id}
              isSelected={ids.has(shipment.id)}
              onChange={(isChosen) => set([shipment], isChosen)}
            >
              <span className="mono">{shipment.number}</span> <Details shipment={shipment} />
            </Checkbox>
          ))}
        </div>
      )}
      {hasNextPage ? (
        <div>
          <Button size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {messages.common.loadMore}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
