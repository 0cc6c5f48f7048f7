import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { DataTable } from "../../components/DataTable.tsx"
import { ErrorNote } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import type { ListedShipment, Message } from "../shipments/ShipmentQueries.ts"
import { ShipmentLink } from "./ShipmentLink.tsx"
import { changesQuery } from "./StartQueries.ts"

const texts = messages.start.changes

const SHOWN_SHIPMENTS = 8
const SHOWN_LINES = 3
const DATE_CHANGED = "date.changed."

const isMilestone = (type: string): type is keyof typeof messages.shipments.milestones =>
  type in messages.shipments.milestones

/** An event type in words; a type without words as it is. */
const changeWords = (type: string): string => {
  const milestone = type.startsWith(DATE_CHANGED) ? type.slice(DATE_CHANGED.length) : type
  if (!isMilestone(milestone)) return type
  const words = messages.shipments.milestones[milestone]
  return milestone === type ? words : texts.dateChanged(words)
}

/** What changed of one shipment, newest first. */
interface ShipmentChanges {
  readonly shipmentId: string
  readonly lines: ReadonlyArray<string>
  readonly lastAt: string
}

const groupByShipment = (changes: ReadonlyArray<Message>): ReadonlyArray<ShipmentChanges> => {
  const groups = new Map<string, { lines: Set<string>; lastAt: string }>()
  for (const { shipmentId, type, createdAt } of changes) {
    if (shipmentId === null) continue
    const group = groups.get(shipmentId) ?? { lines: new Set<string>(), lastAt: createdAt }
    group.lines.add(changeWords(type))
    groups.set(shipmentId, group)
  }
  return [...groups].map(([shipmentId, { lines, lastAt }]) => ({ shipmentId, lines: [...lines], lastAt }))
}

const Lines = ({ lines }: { readonly lines: ReadonlyArray<string> }) => (
  <ul>
    {lines.slice(0, SHOWN_LINES).map((line) => (
      <li key={line} className="break">
        {line}
      </li>
    ))}
    {lines.length > SHOWN_LINES ? <li className="muted">{texts.more(lines.length - SHOWN_LINES)}</li> : null}
  </ul>
)

/** The shipments that changed in the last 24 hours, each with what changed. */
export const ChangesCard = ({ shipments }: { readonly shipments: ReadonlyArray<ListedShipment> }) => {
  const { data, error, refetch } = useQuery(changesQuery)
  const numberOf = (shipmentId: string) => shipments.find(({ id }) => id === shipmentId)?.number
  return (
    <Card
      title={texts.title}
      actions={
        <Link to="/logs" search={{ hours: "24" }}>
          {texts.all}
        </Link>
      }
    >
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <DataTable
          label={texts.title}
          rows={data === undefined ? undefined : groupByShipment(data.data).slice(0, SHOWN_SHIPMENTS)}
          keyOf={({ shipmentId }) => shipmentId}
          hasFailed={error !== null}
          columns={[
            {
              title: texts.shipment,
              cell: ({ shipmentId }) => <ShipmentLink id={shipmentId} number={numberOf(shipmentId)} />
            },
            { title: texts.change, cell: ({ lines }) => <Lines lines={lines} /> },
            { title: texts.time, cell: ({ lastAt }) => <Time at={lastAt} form="ago" /> }
          ]}
        />
      )}
    </Card>
  )
}
