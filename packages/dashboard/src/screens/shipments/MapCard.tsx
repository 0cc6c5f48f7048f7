import { useQueries, useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { Awaited, ErrorNote, Note } from "../../components/Feedback.tsx"
import { Card, Facts } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { Map as RouteMap } from "../../map/Map.tsx"
import { lineOf, type MapLayers, type MapLine, type MapMark } from "../../map/MapLayers.ts"
import { type LegendEntry, MapLegend } from "../../map/MapLegend.tsx"
import { messages } from "../../text/messages.ts"
import { legQuery, vesselQuery } from "./ShipmentQueries.ts"
import type { Journey } from "./Voyage.ts"

const texts = messages.shipments.map

type Leg = Journey["legs"][number]
type LegState = "done" | "current" | "ahead"

/** A sea leg between two known ports. */
interface KnownLeg {
  readonly from: NonNullable<Leg["from"]>
  readonly to: NonNullable<Leg["to"]>
  readonly vessel: Leg["vessel"]
  readonly state: LegState
}

const isActualAt = ({ milestones }: Journey, unlocode: string, part: string): boolean =>
  milestones.some(
    ({ classifier, location, milestone }) =>
      classifier === "ACT" && location.unlocode === unlocode && milestone.startsWith(part)
  )

/** The sea legs with both ends, each with whether it was sailed. */
const legsOf = (journey: Journey): ReadonlyArray<KnownLeg> =>
  journey.legs.flatMap(({ from, to, vessel }) => {
    if (from === null || to === null || from.unlocode === to.unlocode) return []
    const isDone =
      isActualAt(journey, to.unlocode, "vessel.arrival") || isActualAt(journey, to.unlocode, "container.discharge")
    const isCurrent = isActualAt(journey, from.unlocode, "vessel.departure")
    return [{ from, to, vessel, state: isDone ? "done" : isCurrent ? "current" : "ahead" }]
  })

const LINES: Readonly<Record<LegState, Pick<MapLine, "colour" | "isDashed">>> = {
  done: { colour: "good" },
  current: { colour: "map-route" },
  ahead: { colour: "map-ahead", isDashed: true }
}

const LEGEND: ReadonlyArray<LegendEntry> = [
  { name: texts.states.done, colour: "good", look: "line" },
  { name: texts.states.current, colour: "map-route", look: "line" },
  { name: texts.states.ahead, colour: "map-ahead", look: "dashed" },
  { name: texts.port, colour: "map-port", look: "port" },
  { name: texts.vessel, colour: "map-route", look: "vessel" }
]

const placeName = ({ name, unlocode }: KnownLeg["from"]): string => name ?? unlocode

interface CarryingVesselProps {
  readonly carrying: { readonly vessel: { readonly name: string | null } | null } | undefined
  readonly error: unknown
  /** It is requested once the map comes near the window. */
  readonly isRequested: boolean
}

/** The vessel that carries the container: unknown only once the server has responded so. */
const CarryingVessel = ({ carrying, error, isRequested }: CarryingVesselProps) => {
  if (carrying !== undefined) return carrying.vessel?.name ?? messages.common.unknown
  return isRequested ? <Awaited error={error} width="6rem" /> : messages.common.loading
}

/** The route of a journey on a map, with the vessel where AIS knows it; and the same as a list of legs. */
export const MapCard = ({ shipmentId, journey }: { readonly shipmentId: string; readonly journey: Journey }) => {
  const legs = useMemo(() => legsOf(journey), [journey])
  const [isNear, setNear] = useState(false)
  const routes = useQueries({
    queries: legs.map(({ from, to }) => ({ ...legQuery(from.unlocode, to.unlocode), enabled: isNear })),
    combine: (results) => results.map(({ data, error, refetch }) => ({ route: data, error, refetch }))
  })
  const { data: carrying, error: vesselError } = useQuery({ ...vesselQuery(shipmentId), enabled: isNear })
  const position = carrying?.position ?? null
  const name = carrying?.vessel?.name ?? texts.vessel

  const layers = useMemo((): MapLayers => {
    const ports = new Map<string, MapMark>()
    const lines = legs.map((leg, index): MapLine => {
      const parts = routes[index]?.route?.geometry?.coordinates.map(lineOf) ?? []
      for (const [place, at] of [
        [leg.from, parts[0]?.[0]],
        [leg.to, parts.at(-1)?.at(-1)]
      ] as const) {
        if (at === undefined || ports.has(place.unlocode)) continue
        ports.set(place.unlocode, {
          id: place.unlocode,
          name: placeName(place),
          details: [place.unlocode],
          at,
          look: "port",
          colour: "map-port",
          isNamed: true
        })
      }
      return { id: `${leg.from.unlocode} ${leg.to.unlocode}`, parts, ...LINES[leg.state] }
    })
    const vessel: ReadonlyArray<MapMark> =
      position === null
        ? []
        : [
            {
              id: "vessel",
              name,
              details: [texts.speed(position.speedKnots)],
              at: [position.longitude, position.latitude],
              look: "vessel",
              colour: "map-route",
              isNamed: true
            }
          ]
    return { lines, marks: [...ports.values(), ...vessel] }
  }, [legs, routes, position, name])

  if (legs.length === 0) return null
  const reason = carrying?.reason
  const failed = routes.find(({ error }) => error !== null)
  return (
    <Card title={texts.title}>
      <div className="map-beside">
        <div className="stack-s">
          <RouteMap
            label={texts.label(legs.map(({ from, to }) => `${placeName(from)}–${placeName(to)}`).join(", "))}
            subject={`${shipmentId} ${routes.every(({ route, error }) => route !== undefined || error !== null)}`}
            layers={layers}
            leastDegrees={1}
            onNear={() => setNear(true)}
          />
          <MapLegend label={texts.legend} entries={LEGEND} />
        </div>
        <div className="stack">
          <Facts
            items={
              position === null
                ? [
                    [
                      texts.vessel,
                      <CarryingVessel key="vessel" carrying={carrying} error={vesselError} isRequested={isNear} />
                    ]
                  ]
                : [
                    [texts.vessel, name],
                    [texts.position, texts.degrees(position.latitude, position.longitude)],
                    [texts.speedLabel, texts.speed(position.speedKnots)],
                    [texts.received, <Time key="received" at={position.receivedAt} form="minute" />]
                  ]
            }
          />
          {reason === undefined ? null : <Note>{texts.reasons[reason]}</Note>}
          {failed === undefined ? null : <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />}
          <ol className="route-legs">
            {legs.map(({ from, to, vessel, state }, index) => (
              <li key={`${from.unlocode} ${to.unlocode}`}>
                <span className="spread">
                  <span>{texts.leg(placeName(from), placeName(to))}</span>
                  <span className="muted number">
                    {routes[index]?.route === undefined ? "" : texts.miles(routes[index].route.length)}
                  </span>
                </span>
                <span className="small muted break">
                  {[texts.states[state], vessel?.name].filter((text) => text != null).join(" · ")}
                </span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Card>
  )
}
