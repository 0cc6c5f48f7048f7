import { Skeleton } from "../../components/Feedback.tsx"
import { Facts } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { type Congestion, hoursOf, type PortCall, type Zones } from "./CongestionQueries.ts"

const texts = messages.congestion.map

/** The vessels that wait at an anchorage, the longest waiting first. */
export interface Queue {
  readonly name: string
  readonly waiting: ReadonlyArray<PortCall>
}

const waitedHours = ({ stays }: PortCall): number => {
  const startTime = stays.at(-1)?.startTime
  return startTime === undefined ? 0 : hoursOf({ hours: null, startTime })
}

/** The names of zones by their ids; a zone without a name by its id. */
export const zoneNamesOf = (zones: Zones | undefined) => {
  const names = new Map(zones?.zones.map(({ id, name }) => [id, name ?? id]))
  return (id: string): string => names.get(id) ?? id
}

/** The queue of each anchorage with vessels, the longest first. */
export const queuesOf = (zones: Zones | undefined, calls: ReadonlyArray<PortCall>): ReadonlyArray<Queue> => {
  const waiting = calls.filter(({ figures }) => figures.includes("waiting"))
  const nameOf = zoneNamesOf(zones)
  // An anchorage can have several parts of one name.
  const byName = Map.groupBy(waiting, ({ stays }) => {
    const zone = stays.at(-1)?.zone ?? null
    return zone === null ? texts.noZone : nameOf(zone)
  })
  return [...byName]
    .map(
      ([name, vessels]): Queue => ({
        name,
        waiting: vessels.toSorted((a, b) => waitedHours(b) - waitedHours(a))
      })
    )
    .toSorted((a, b) => b.waiting.length - a.waiting.length)
}

interface QueueListProps {
  /** Undefined while they are loaded. */
  readonly queues: ReadonlyArray<Queue> | undefined
  readonly waiting: Congestion["quality"]["waiting"]
  readonly selected: string | undefined
  readonly onSelect: (id: string | undefined) => void
}

const UNKNOWN_QUEUE = { vessels: null, medianHours: null, longestHours: null, unassigned: 0 }

/** As high as a queue of this many vessels. */
const QueuePlaceholder = ({ vessels }: { readonly vessels: number }) => (
  <div className="stack-s">
    <Skeleton width="60%" />
    <ol className="zone-list small">
      {Array.from({ length: vessels }, (_, index) => (
        <li key={index}>
          <div className="zone">
            <Skeleton />
          </div>
        </li>
      ))}
    </ol>
  </div>
)

/** How many vessels wait and for how long, and the queue at each anchorage. A vessel that is pressed is marked on the map. */
export const QueueList = ({ queues, waiting, selected, onSelect }: QueueListProps) => {
  const { vessels, medianHours, longestHours, unassigned } = waiting?.commercialVessels ?? UNKNOWN_QUEUE
  return (
    <div className="stack">
      <Facts
        items={[
          [texts.waiting, vessels === null ? "–" : vessels.toLocaleString()],
          [texts.median, medianHours === null ? "–" : messages.congestion.hours(medianHours)],
          [texts.longest, longestHours === null ? "–" : messages.congestion.hours(longestHours)],
          ...(unassigned === 0 ? [] : [[texts.unassigned, unassigned.toLocaleString()] as const])
        ]}
      />
      {queues === undefined ? <QueuePlaceholder vessels={vessels ?? 0} /> : null}
      {queues?.length === 0 ? <p className="muted">{waiting === null ? texts.queueUnknown : texts.noQueue}</p> : null}
      {queues?.map(({ name, waiting: calls }) => (
        <div key={name} className="stack-s">
          <h3 className="break">{texts.queue(name, calls.length)}</h3>
          <ol className="zone-list small">
            {calls.map((call) => (
              <li key={call.id}>
                <button
                  type="button"
                  className="zone"
                  aria-pressed={call.id === selected}
                  onClick={() => onSelect(call.id === selected ? undefined : call.id)}
                >
                  <span className="break">{call.vessel.name ?? messages.congestion.calls.unnamed}</span>
                  <span className="muted number">{messages.congestion.hours(waitedHours(call))}</span>
                </button>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}
