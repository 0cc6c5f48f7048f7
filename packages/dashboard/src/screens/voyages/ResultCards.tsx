import { Figures } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import type { VoyageResult } from "./VoyageForm.ts"

const texts = messages.voyages.result

/** A number of tonnes, or a dash. */
export const tonnes = (value: number | null): string => (value === null ? "–" : texts.tonnes(value))

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
