import { Note } from "../../components/Feedback.tsx"
import { Card, Facts, Figures } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import type { VoyageResult } from "./VoyageForm.ts"

const texts = messages.voyages.result

const isPassage = (name: string): name is keyof typeof messages.voyages.passages => name in messages.voyages.passages

/** A port by its code, or a passage by its name. */
const placeName = (name: string): string => (isPassage(name) ? messages.voyages.passages[name] : name)

const tonnes = (value: number | null): string => (value === null ? "–" : texts.tonnes(value))

/** The length of the voyage, and the emissions by each method. */
export const EmissionFigures = ({ result }: { readonly result: VoyageResult }) => {
  const { vesselMethodResult, tradeLaneMethodResult } = result.co2EmissionResult
  return (
    <Figures
      items={[
        { name: texts.length, value: texts.miles(result.length), note: texts.kilometres(result.length) },
        {
          name: texts.vesselMethod,
          value: vesselMethodResult === null ? "–" : tonnes(vesselMethodResult.co2Ttw),
          note: vesselMethodResult === null ? texts.noVessel : texts.vesselUnit
        },
        { name: texts.laneMethod, value: tonnes(tradeLaneMethodResult.co2Wtw), note: texts.laneUnit }
      ]}
    />
  )
}

/** The route as a strip: each leg as wide as it is long. */
export const RouteCard = ({ result }: { readonly result: VoyageResult }) => {
  const { legs, passages } = result.method.route
  return (
    <Card title={texts.route}>
      <div className="stack">
        <div className="route-strip" aria-hidden="true">
          {legs.map((leg) => (
            <span key={`${leg.from} ${leg.to}`} className="route-leg" style={{ flexGrow: Math.max(leg.length, 1) }} />
          ))}
        </div>
        <ol className="route-legs">
          {legs.map((leg) => (
            <li key={`${leg.from} ${leg.to}`} className="spread">
              <span>{texts.legOf(placeName(leg.from), placeName(leg.to))}</span>
              <span className="muted number">{texts.miles(leg.length)}</span>
            </li>
          ))}
        </ol>
        <Facts
          items={[[texts.passagesUsed, passages.length === 0 ? texts.noPassages : passages.map(placeName).join(", ")]]}
        />
      </div>
    </Card>
  )
}

const PARTS = ["mainEngine", "auxiliary", "boiler", "berth"] as const

/** The model of the vessel, or why there is none. */
export const VesselMethodCard = ({ result }: { readonly result: VoyageResult }) => {
  const { vessel } = result.method
  return (
    <Card title={texts.vesselTitle}>
      {vessel.source === "unknown" ? (
        <Note tone="warn">
          <strong>{texts.noVessel}</strong>
          <span className="break">{vessel.reason}</span>
        </Note>
      ) : (
        <Facts
          items={[
            [texts.source, texts.sources[vessel.source]],
            [texts.teu, `${Math.round(vessel.teu).toLocaleString()} TEU`],
            [texts.utilisation, `${Math.round(vessel.utilisation * 100)} %`],
            [texts.speed, vessel.speedMethod],
            [texts.whole, texts.perMile(vessel.co2KgPerNauticalMile)],
            [
              texts.parts,
              PARTS.map((part) => `${texts.partNames[part]} ${vessel.parts[part].toFixed(1)} kg`).join(", ")
            ],
            ...(vessel.assumptions.length === 0 ? [] : [[texts.assumptions, vessel.assumptions.join("; ")] as const])
          ]}
        />
      )}
    </Card>
  )
}

/** The emission factor of the trade lane. */
export const LaneMethodCard = ({ result }: { readonly result: VoyageResult }) => {
  const { tradeLane } = result.method
  const { co2Wtt, co2Ttw } = result.co2EmissionResult.tradeLaneMethodResult
  return (
    <Card title={texts.laneTitle}>
      <Facts
        items={[
          [texts.lane, tradeLane.lane],
          [texts.factor, `${texts.grams(tradeLane.gramsWtwPerTeuKm)}, ${texts.scopes[tradeLane.scope]}`],
          [texts.edition, tradeLane.edition],
          [texts.wtt, `${tonnes(co2Wtt)} t`],
          [texts.ttw, `${tonnes(co2Ttw)} t`]
        ]}
      />
    </Card>
  )
}
