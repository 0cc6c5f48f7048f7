import type { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { toKilometres } from "@landfall/core/geo/Distance"
import { Option } from "effect"

/** A figure with its unit; a method that cannot tell it has none, and no zero stands for that. */
const figureText = (figure: Option.Option<number>, unit: string): string =>
  Option.match(figure, { onNone: () => `no figure in ${unit}`, onSome: (known) => `${known.toPrecision(4)} ${unit}` })

const shipLines = ({ co2EmissionResult, method }: ComputeCo2Response): ReadonlyArray<string> => {
  const { vessel } = method
  if (vessel.source === "unknown") return [`By ship        ${vessel.reason}`]
  const ttw = Option.flatMap(co2EmissionResult.vesselMethodResult, ({ co2Ttw }) => co2Ttw)
  const { parts } = vessel
  const share = (part: number) => `${Math.round((100 * part) / vessel.co2KgPerNauticalMile)} %`
  return [
    `By ship        ${figureText(ttw, "t CO2/TEU from tank to wake")}: ${vessel.co2KgPerNauticalMile.toFixed(1)} kg/nm at ${Number(vessel.speedKnots.toFixed(2))} kn (${vessel.speedMethod}), ${Math.round(vessel.teu)} TEU filled to ${vessel.utilisation * 100} % (${vessel.source})`,
    `               main engine ${share(parts.mainEngine)}, generators ${share(parts.auxiliary)}, boilers ${share(parts.boiler)}, in port ${share(parts.berth)}`,
    ...vessel.assumptions.map((assumption) => `               ${assumption}`)
  ]
}

const laneLines = ({ co2EmissionResult, method }: ComputeCo2Response): ReadonlyArray<string> => {
  const { tradeLane } = method
  const { co2Wtw } = co2EmissionResult.tradeLaneMethodResult
  return [
    `By trade lane  ${figureText(co2Wtw, "t CO2e/TEU from well to wake")}: ${tradeLane.gramsWtwPerTeuKm} g/TEU/km, ${tradeLane.cargo}, ${tradeLane.factor} (${tradeLane.edition})`,
    `               lane ${tradeLane.lane}`,
    `               well to tank ${Number((100 * tradeLane.wttOverTtw).toPrecision(3))} % of tank to wake (${tradeLane.wttSource === "edition" ? "of the edition" : "assumed"})`
  ]
}

/** A voyage in words, for a person: its way, and what it emits by ship and by trade lane. */
export const linesOf = (response: ComputeCo2Response): string => {
  const { input, length, method } = response
  const way = method.route.passages.length === 0 ? "" : `, by ${method.route.passages.join(", ")}`
  const head = `${input.departure.portCode} to ${input.arrival.portCode}: ${length} nm, ${toKilometres(length).toFixed(1)} km${way}`
  return [head, ...shipLines(response), ...laneLines(response)].join("\n")
}
