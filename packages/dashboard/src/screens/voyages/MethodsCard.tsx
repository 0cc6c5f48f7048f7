import type { ReactNode } from "react"
import { Note } from "../../components/Feedback.tsx"
import { Card, Facts } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { percent } from "../../text/Numbers.ts"
import { tonnes } from "./ResultCards.tsx"
import type { VoyageResult } from "./VoyageForm.ts"

const texts = messages.voyages.result

interface MethodProps {
  readonly title: string
  readonly figure: string
  readonly unit: string
  /** The tank-to-wake emissions, which both methods have, as a share of the larger one. */
  readonly share: number | null
  readonly ttw: string
  readonly children: ReactNode
}

const Method = ({ title, figure, unit, share, ttw, children }: MethodProps) => (
  <section className="method" aria-label={title}>
    <h3>{title}</h3>
    <p className="method-figure">
      {figure} <small>{unit}</small>
    </p>
    <div className="stack-s">
      <span className="small muted">{texts.compared(ttw)}</span>
      <div className="progress" aria-hidden="true">
        <div className="progress-bar" style={{ width: `${Math.round((share ?? 0) * 100)}%` }} />
      </div>
    </div>
    {children}
  </section>
)

const PARTS = ["mainEngine", "auxiliary", "boiler", "berth"] as const
/** Less is shown as 0. */
const LEAST_KILOGRAMS = 0.05

/** A phrase of the service as a sentence of its own. */
const asSentence = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1)

const Assumptions = ({ texts: phrases }: { readonly texts: ReadonlyArray<string> }) => (
  <ul className="stack-s">
    {phrases.map((phrase) => (
      <li key={phrase}>{asSentence(phrase)}</li>
    ))}
  </ul>
)

/** The consumers on board that emit. */
const partsText = (parts: Readonly<Record<(typeof PARTS)[number], number>>): string =>
  asSentence(
    PARTS.filter((part) => parts[part] >= LEAST_KILOGRAMS)
      .map((part) => texts.part(texts.partNames[part], parts[part]))
      .join(", ")
  )

/** The model of the vessel, or why there is none. */
const VesselFacts = ({ vessel }: { readonly vessel: VoyageResult["method"]["vessel"] }) =>
  vessel.source === "unknown" ? (
    <Note tone="warn">
      <strong>{texts.noVessel}</strong>
      <span className="break">{vessel.reason}</span>
    </Note>
  ) : (
    <Facts
      items={[
        [texts.source, texts.sources[vessel.source]],
        [texts.teu, `${Math.round(vessel.teu).toLocaleString()} TEU`],
        [texts.utilisation, percent(vessel.utilisation)],
        [texts.speed, asSentence(vessel.speedMethod)],
        [texts.whole, texts.perMile(vessel.co2KgPerNauticalMile)],
        [texts.parts, partsText(vessel.parts)],
        ...(vessel.assumptions.length === 0
          ? []
          : [[texts.assumptions, <Assumptions key="assumptions" texts={vessel.assumptions} />] as const])
      ]}
    />
  )

/** Both methods side by side: the figure of each, the part that both count, and its derivation. */
export const MethodsCard = ({ result }: { readonly result: VoyageResult }) => {
  const { vesselMethodResult, tradeLaneMethodResult: lane } = result.co2EmissionResult
  const { vessel, tradeLane } = result.method
  const vesselTtw = vesselMethodResult?.co2Ttw ?? null
  const most = Math.max(vesselTtw ?? 0, lane.co2Ttw ?? 0, Number.MIN_VALUE)
  return (
    <Card title={texts.methods}>
      <div className="methods">
        <Method
          title={texts.vesselTitle}
          figure={tonnes(vesselTtw)}
          unit={texts.vesselUnit}
          share={vesselTtw === null ? null : vesselTtw / most}
          ttw={tonnes(vesselTtw)}
        >
          <VesselFacts vessel={vessel} />
        </Method>
        <Method
          title={texts.laneTitle}
          figure={tonnes(lane.co2Wtw)}
          unit={texts.laneUnit}
          share={lane.co2Ttw === null ? null : lane.co2Ttw / most}
          ttw={tonnes(lane.co2Ttw)}
        >
          <Facts
            items={[
              [texts.lane, tradeLane.lane],
              [texts.factor, `${texts.grams(tradeLane.gramsWtwPerTeuKm)}, ${texts.scopes[tradeLane.scope]}`],
              [texts.edition, tradeLane.edition],
              [texts.formula, texts.product(tradeLane.gramsWtwPerTeuKm, result.length, tonnes(lane.co2Wtw))],
              [texts.wtt, `${tonnes(lane.co2Wtt)} t`],
              [texts.ttw, `${tonnes(lane.co2Ttw)} t`]
            ]}
          />
        </Method>
      </div>
    </Card>
  )
}
