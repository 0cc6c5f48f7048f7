import type { client } from "../../client/Client.ts"
import { messages } from "../../text/messages.ts"

const texts = messages.voyages.form

/** The route between two ports, with its line. */
export type SeaRoute = Awaited<ReturnType<typeof client.co2.route>>

/** The emissions of a voyage by both methods. */
export type VoyageResult = Awaited<ReturnType<typeof client.co2.compute>>

export type Passage = keyof typeof messages.voyages.passages
export type PassageRule = "any" | "avoid" | "require"

/** The fields of a voyage, as they are typed. */
export interface VoyageFields {
  readonly from: string
  readonly to: string
  readonly vessel: string
  readonly speed: string
  readonly cargo: "dry" | "reefer"
  readonly passages: Readonly<Partial<Record<Passage, PassageRule>>>
}

const isPort = (text: string): boolean => /^[A-Za-z]{2}\s?[A-Za-z0-9]{3}$/.test(text.trim())

/** Why a field cannot be sent; undefined for a valid one. The server validates everything again. */
export const faultsOf = ({ from, to, vessel, speed }: VoyageFields) => ({
  from: isPort(from) ? undefined : texts.portFault,
  to: isPort(to) ? undefined : texts.portFault,
  vessel: /^(\d{7}|\d{9})$/.test(vessel.trim()) ? undefined : texts.vesselFault,
  speed: speed.trim() === "" || (Number(speed) > 0 && Number(speed) <= 25) ? undefined : texts.speedFault
})

export const isPassage = (name: string): name is Passage => name in messages.voyages.passages

const passagesWith = (passages: VoyageFields["passages"], rule: PassageRule): ReadonlyArray<Passage> =>
  Object.keys(passages)
    .filter(isPassage)
    .filter((passage) => passages[passage] === rule)

/** The passages of a route: those to avoid, and those to use. */
export const routeOptionsOf = ({ passages }: VoyageFields) => {
  const [avoid, require] = [passagesWith(passages, "avoid"), passagesWith(passages, "require")]
  return { ...(avoid.length === 0 ? {} : { avoid }), ...(require.length === 0 ? {} : { require }) }
}

/** The request for the route of a voyage, which costs nothing. */
export const routeRequestOf = (fields: VoyageFields) => ({
  departure: { portCode: fields.from.trim().toUpperCase() },
  arrival: { portCode: fields.to.trim().toUpperCase() },
  options: { ...routeOptionsOf(fields), geometry: true }
})

/** The request for the emissions of a voyage. */
export const requestOf = (fields: VoyageFields) => {
  const vessel = fields.vessel.trim()
  const number = /^\d+$/.test(vessel) ? Number(vessel) : vessel
  return {
    vessel: {
      [vessel.length === 9 ? "mmsi" : "imo"]: number,
      ...(fields.speed.trim() === "" ? {} : { speed: Number(fields.speed) })
    },
    departure: { portCode: fields.from.trim().toUpperCase() },
    arrival: { portCode: fields.to.trim().toUpperCase() },
    options: { cargo: fields.cargo, ...routeOptionsOf(fields) }
  }
}

/** A voyage in the URL of the page. */
export interface VoyageSearch {
  readonly from?: string
  readonly to?: string
  readonly vessel?: string
  readonly speed?: string
  readonly cargo?: string
  readonly avoid?: string
  readonly require?: string
}

const rulesOf = (text: string | undefined, rule: PassageRule): ReadonlyArray<readonly [string, PassageRule]> =>
  (text ?? "")
    .split(",")
    .filter(isPassage)
    .map((name) => [name, rule] as const)

/** The fields that a URL fills. */
export const fieldsOf = ({
  from = "",
  to = "",
  vessel = "",
  speed = "",
  cargo,
  avoid,
  require
}: VoyageSearch): VoyageFields => ({
  from,
  to,
  vessel,
  speed,
  cargo: cargo === "reefer" ? "reefer" : "dry",
  passages: Object.fromEntries([...rulesOf(avoid, "avoid"), ...rulesOf(require, "require")])
})

/** The URL of a voyage. Usual values are omitted. */
export const searchOf = (fields: VoyageFields): VoyageSearch => {
  const { avoid, require } = routeOptionsOf(fields)
  const { from, to, vessel, speed, cargo } = fields
  return {
    from: from.trim().toUpperCase(),
    to: to.trim().toUpperCase(),
    ...(vessel.trim() === "" ? {} : { vessel: vessel.trim() }),
    ...(speed.trim() === "" ? {} : { speed: speed.trim() }),
    ...(cargo === "dry" ? {} : { cargo }),
    ...(avoid === undefined ? {} : { avoid: avoid.join(",") }),
    ...(require === undefined ? {} : { require: require.join(",") })
  }
}

/** The rule that follows when a passage is chosen on the map: any, then avoided, then required. */
export const nextRule = (rule: PassageRule = "any"): PassageRule =>
  rule === "any" ? "avoid" : rule === "avoid" ? "require" : "any"
