import { useCallback, useMemo } from "react"
import { Skeleton, Status } from "../../components/Feedback.tsx"
import { Card, Facts } from "../../components/Page.tsx"
import { usePortName } from "../../components/PortName.tsx"
import { Map } from "../../map/Map.tsx"
import { lineOf, type MapLayers, type MapMark } from "../../map/MapLayers.ts"
import { type LegendEntry, MapLegend } from "../../map/MapLegend.tsx"
import { messages } from "../../text/messages.ts"
import { PASSAGE_PLACES } from "./PassagePlaces.ts"
import { isPassage, type Passage, type PassageRule, type SeaRoute, type VoyageFields } from "./VoyageForm.ts"

const texts = messages.voyages.result

/** A port by its code, or a passage by its name. */
const placeName = (name: string): string => (isPassage(name) ? messages.voyages.passages[name] : name)

const PASSAGES = Object.keys(messages.voyages.passages).filter(isPassage)

type PassageState = "used" | "avoid" | "require" | "free"

const PASSAGE_COLOURS: Readonly<Record<PassageState, string>> = {
  used: "map-route",
  require: "good",
  avoid: "bad",
  free: "map-ahead"
}

const LEGEND: ReadonlyArray<LegendEntry> = [
  { name: texts.legend.route, colour: "map-route", look: "line" },
  { name: texts.legend.port, colour: "map-port", look: "port" },
  ...(["used", "require", "avoid", "free"] as const).map(
    (state): LegendEntry => ({
      name: texts.legend[state],
      colour: PASSAGE_COLOURS[state],
      look: state === "avoid" ? "stopped" : state === "require" ? "waiting" : "passage"
    })
  )
]

const stateOf = (passage: Passage, used: ReadonlyArray<string>, rule: PassageRule = "any"): PassageState =>
  rule === "avoid" ? "avoid" : rule === "require" ? "require" : used.includes(passage) ? "used" : "free"

const markOf = (passage: Passage, state: PassageState): MapMark => ({
  id: passage,
  name: placeName(passage),
  details: [texts.legend[state], texts.change],
  at: PASSAGE_PLACES[passage],
  look: state === "avoid" ? "stopped" : state === "require" ? "waiting" : "passage",
  colour: PASSAGE_COLOURS[state],
  isNamed: state !== "free"
})

const layersOf = (
  route: SeaRoute,
  passages: VoyageFields["passages"],
  nameOf: (place: string) => string
): MapLayers => {
  const parts = route.geometry?.coordinates.map(lineOf) ?? []
  const [from, to] = [route.legs[0]?.from ?? "", route.legs.at(-1)?.to ?? ""]
  const [start, end] = [parts[0]?.[0], parts.at(-1)?.at(-1)]
  const port = (name: string, at: typeof start): ReadonlyArray<MapMark> =>
    at === undefined ? [] : [{ id: name, name: nameOf(name), at, look: "port", colour: "map-port", isNamed: true }]
  return {
    lines: [{ id: "route", parts, colour: "map-route" }],
    marks: [
      ...PASSAGES.map((passage) => markOf(passage, stateOf(passage, route.passages, passages[passage]))),
      ...port(from, start),
      ...port(to, end)
    ]
  }
}

interface RouteCardProps {
  /** Undefined while it is loaded. */
  readonly route: SeaRoute | undefined
  readonly passages: VoyageFields["passages"]
  readonly onPassage: (passage: Passage) => void
}

/** The route on a map, and as a list of its legs. A passage that is pressed on the map is avoided, then required. */
export const RouteCard = ({ route, passages, onPassage }: RouteCardProps) => {
  const [from, to] = [route?.legs[0]?.from ?? "", route?.legs.at(-1)?.to ?? ""]
  const [fromName, toName] = [usePortName(from), usePortName(to)]
  const nameOf = useCallback(
    (place: string) => (place === from ? fromName : place === to ? toName : placeName(place)),
    [from, to, fromName, toName]
  )
  const layers = useMemo(
    () => (route === undefined ? {} : layersOf(route, passages, nameOf)),
    [route, passages, nameOf]
  )
  const focus = layers.lines?.[0]?.parts.flat() ?? []
  return (
    <Card title={texts.route}>
      <div className="map-beside">
        <div className="stack-s">
          <Map
            label={texts.mapLabel(from, to, route === undefined ? 0 : route.length)}
            subject={JSON.stringify([from, to, route?.passages])}
            layers={layers}
            focus={focus}
            leastDegrees={1}
            onSelect={(id) => (id !== undefined && isPassage(id) ? onPassage(id) : undefined)}
          />
          <MapLegend label={texts.legend.title} entries={LEGEND} />
        </div>
        {route === undefined ? (
          <div className="stack-s">
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </div>
        ) : (
          <div className="stack">
            <Facts items={[[texts.length, `${texts.miles(route.length)} · ${texts.kilometres(route.length)}`]]} />
            <ol className="route-legs">
              {route.legs.map((leg) => (
                <li key={`${leg.from} ${leg.to}`} className="spread">
                  <span>{texts.legOf(nameOf(leg.from), nameOf(leg.to))}</span>
                  <span className="muted number">{texts.miles(leg.length)}</span>
                </li>
              ))}
            </ol>
            <PassageRules passages={passages} />
          </div>
        )}
      </div>
    </Card>
  )
}

/** The passages that the voyage avoids or requires. */
const PassageRules = ({ passages }: { readonly passages: VoyageFields["passages"] }) => {
  const ruled = PASSAGES.filter((passage) => (passages[passage] ?? "any") !== "any")
  if (ruled.length === 0) return <p className="small muted">{texts.choosePassage}</p>
  return (
    <ul className="row">
      {ruled.map((passage) => (
        <li key={passage}>
          <Status tone={passages[passage] === "avoid" ? "bad" : "good"}>
            {texts.ruleOf(placeName(passage), passages[passage] === "avoid")}
          </Status>
        </li>
      ))}
    </ul>
  )
}
