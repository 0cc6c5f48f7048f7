import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { Disclosure } from "../../components/Disclosure.tsx"
import { ErrorNote, Note, Skeleton } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Card } from "../../components/Page.tsx"
import { Map as PortMap } from "../../map/Map.tsx"
import { lineOf, type MapArea, type MapLayers, type MapMark } from "../../map/MapLayers.ts"
import { type LegendEntry, type LegendGroup, MapLegendGroups } from "../../map/MapLegend.tsx"
import { messages } from "../../text/messages.ts"
import { CallsCard } from "./CallsCard.tsx"
import {
  type CallFigure,
  type CallsResult,
  type Congestion,
  callsQuery,
  hoursOf,
  type PortCall,
  type Zones,
  zonesQuery
} from "./CongestionQueries.ts"
import { type Queue, QueueList, queuesOf, zoneNamesOf } from "./QueueList.tsx"

const texts = messages.congestion.map

const ZONE_COLOURS = { PORT_AREA: "map-zone", ANCHORAGE: "map-anchorage", BERTH: "map-berth" } as const
const TYPE_COLOURS = { cargo: "map-cargo", tanker: "map-tanker", roro: "map-roro" } as const
const LOOKS = { berth: "moored", anchorage: "waiting", unknown: "stopped" } as const

const LEGEND: ReadonlyArray<LegendGroup> = [
  {
    name: texts.groups.type,
    entries: [
      ...(["cargo", "tanker", "roro"] as const).map(
        (type): LegendEntry => ({ name: messages.congestion.types[type], colour: TYPE_COLOURS[type], look: "moored" })
      ),
      { name: messages.common.unknown, colour: "map-other", look: "moored" }
    ]
  },
  {
    name: texts.groups.place,
    entries: (["berth", "anchorage", "unknown"] as const).map(
      (kind): LegendEntry => ({ name: texts.kinds[kind], colour: "map-other", look: LOOKS[kind] })
    )
  },
  {
    name: texts.groups.zone,
    entries: (["BERTH", "ANCHORAGE", "PORT_AREA"] as const).map(
      (kind): LegendEntry => ({ name: texts.zones[kind], colour: ZONE_COLOURS[kind], look: "area" })
    )
  }
]

const areaOf = ({ id, kind, name, geometry }: Zones["zones"][number]): MapArea => ({
  id,
  name: name ?? id,
  rings: geometry.coordinates.map(lineOf),
  colour: ZONE_COLOURS[kind],
  isNamed: kind !== "PORT_AREA"
})

/** The vessel of a call at the place of its present stay; none for a call without a position, or that has ended. */
const markOf = (call: PortCall): ReadonlyArray<MapMark> => {
  const stay = call.stays.at(-1)
  const isPresent = call.figures.includes("vesselsInPort") || call.figures.includes("waiting")
  if (!isPresent || stay?.position == null) return []
  const { vessel } = call
  const { latitude, longitude } = stay.position
  return [
    {
      id: call.id,
      name: vessel.name ?? messages.congestion.calls.unnamed,
      details: [
        vessel.type === null ? texts.otherType : messages.congestion.types[vessel.type],
        texts.state(
          texts.kinds[stay.kind],
          messages.congestion.hours(hoursOf({ hours: null, startTime: stay.startTime }))
        ),
        ...(stay.zone === null ? [] : [stay.zone])
      ],
      at: [longitude, latitude],
      look: LOOKS[stay.kind],
      colour: vessel.type === null ? "map-other" : TYPE_COLOURS[vessel.type]
    }
  ]
}

const layersOf = (zones: Zones | undefined, calls: ReadonlyArray<PortCall>): MapLayers => ({
  areas: zones?.zones.map(areaOf) ?? [],
  marks: calls.flatMap(markOf)
})

const useCalls = (portCode: string, isLoaded: boolean) => {
  const { data, error, fetchNextPage, hasNextPage, isFetching, isFetchingNextPage, refetch } = useInfiniteQuery({
    ...callsQuery(portCode),
    enabled: isLoaded
  })
  const calls = useMemo(() => data?.pages.flatMap((page) => page.data), [data])
  const result: CallsResult | undefined =
    calls === undefined
      ? undefined
      : { calls, isComplete: !hasNextPage, isLoadingMore: isFetchingNextPage, loadMore: () => void fetchNextPage() }
  return { result, error, isFetching, refetch }
}

interface PortMapCardProps {
  readonly portCode: string
  /** Undefined while it is loaded. */
  readonly congestion: Congestion | undefined
  readonly figure: CallFigure | "all"
  readonly onFigure: (figure: CallFigure | "all") => void
}

/**
 * The zones of a port on a map, which are free; with its vessels, its queue and the calls behind each figure when they are asked
 * for, because they cost credits.
 */
export const PortMapCard = ({ portCode, congestion, figure, onFigure }: PortMapCardProps) => {
  const [isLoaded, setLoaded] = useState(false)
  const zones = useQuery(zonesQuery(portCode))
  const { result, error, isFetching, refetch } = useCalls(portCode, isLoaded)
  const [selected, setSelected] = useState<string>()
  const calls = result?.calls
  const layers = useMemo(() => layersOf(zones.data, calls ?? []), [zones.data, calls])
  const queues: ReadonlyArray<Queue> = useMemo(() => queuesOf(zones.data, calls ?? []), [zones.data, calls])
  const marks = layers.marks?.length ?? 0
  const focus = zones.data?.zones
    .filter(({ kind }) => kind !== "ANCHORAGE")
    .flatMap((zone) => areaOf(zone).rings[0] ?? [])
  return (
    <>
      <Card title={texts.title}>
        <div className="map-beside">
          <div className="stack-s">
            <PortMap
              label={texts.label(portCode, calls === undefined ? undefined : marks, zones.data?.zones.length ?? 0)}
              subject={`${portCode} ${zones.data === undefined} ${calls === undefined}`}
              layers={layers}
              {...(marks === 0 && focus !== undefined && focus.length > 0 ? { focus } : {})}
              selected={selected}
              onSelect={setSelected}
            />
            <MapLegendGroups groups={LEGEND} />
          </div>
          <div className="stack">
            {zones.error === null ? null : <ErrorNote error={zones.error} onRetry={() => void zones.refetch()} />}
            {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
            {congestion === undefined || !isLoaded || (result === undefined && error !== null) ? (
              <Note>
                <span>{texts.ask}</span>
                <span>
                  <Button variant="primary" isPending={isFetching} onPress={() => setLoaded(true)}>
                    {texts.load}
                  </Button>
                </span>
              </Note>
            ) : (
              <QueueList
                queues={result === undefined ? undefined : queues}
                waiting={congestion.quality.waiting}
                selected={selected}
                onSelect={setSelected}
              />
            )}
            {result !== undefined && marks === 0 ? <p className="small muted">{texts.noPositions}</p> : null}
            {zones.data === undefined ? (
              zones.error === null ? (
                <Skeleton width="10rem" />
              ) : null
            ) : (
              <ZoneList zones={zones.data} selected={selected} onSelect={setSelected} />
            )}
          </div>
        </div>
      </Card>
      {result === undefined && !isFetching ? null : (
        <CallsCard result={result} zoneName={zoneNamesOf(zones.data)} figure={figure} onFigure={onFigure} />
      )}
    </>
  )
}

interface ZoneListProps {
  readonly zones: Zones
  readonly selected: string | undefined
  readonly onSelect: (id: string | undefined) => void
}

/** The zones of the map as a list. One that is pressed is marked on the map. */
const ZoneList = ({ zones, selected, onSelect }: ZoneListProps) => (
  <Disclosure summary={texts.zoneCount(zones.zones.length)}>
    <ul className="zone-list small">
      {zones.zones.map(({ id, kind, name }) => (
        <li key={id}>
          <button
            type="button"
            className="zone"
            aria-pressed={id === selected}
            onClick={() => onSelect(id === selected ? undefined : id)}
          >
            <span className="break">{name ?? id}</span>
            <span className="muted">{texts.zones[kind]}</span>
          </button>
        </li>
      ))}
    </ul>
  </Disclosure>
)
