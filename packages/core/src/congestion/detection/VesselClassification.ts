import { Option } from "effect"
import type { VesselClass } from "../../vessels/VesselClass.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import type { CallingShip } from "./PortCall.ts"

/** What is known of a ship that tells its type. */
export interface VesselTypeEvidence {
  /** What the operator's registry says it is. */
  readonly registeredType: Option.Option<VesselType>
  /** What it says of itself, 1 to 99. */
  readonly shipType: Option.Option<number>
  readonly name: Option.Option<string>
  /** How often it lay at berths that take one type alone. */
  readonly typedStays: Readonly<Record<VesselType, number>>
}

/** How often a ship must have lain at berths of one type before they tell its own. Own choice. */
export const MIN_TYPED_STAYS = 3

/** And how many of all such stays must have been of that type. Own choice. */
export const MIN_TYPED_SHARE = 2 / 3

/**
 * Names that car carriers have by custom of their owners: K Line's end in HIGHWAY, NYK's in LEADER. What is taken for a
 * ro-ro by its name is flagged: `quality.typedByName` counts it.
 */
const RORO_NAMES = /\b(?:HIGHWAY|LEADER|RO-?RO)$/u

/** Ship types of AIS: 70 to 79 cargo ships, 80 to 89 tankers (ITU-R M.1371-5, annex 8, table 53). */
const isMerchant = (shipType: number): boolean => shipType >= 70 && shipType <= 89
const isTanker = (shipType: number): boolean => shipType >= 80 && shipType <= 89

const typeByBerths = (berthed: VesselTypeEvidence["typedStays"]): VesselType | undefined => {
  const all = berthed.cargo + berthed.tanker + berthed.roro
  const types = ["cargo", "tanker", "roro"] as const
  return types.find((type) => berthed[type] >= MIN_TYPED_STAYS && berthed[type] / all >= MIN_TYPED_SHARE)
}

export type VesselClassification = Pick<CallingShip, "commercial" | "type" | "typeSource">

/**
 * What a ship is: by the registry, else by the berths it uses, else by its name, else by what it says of itself. AIS cannot
 * tell a ro-ro: car carriers report the types of cargo ships. A ship is a merchant ship when it is registered as one, or
 * reports the AIS types 70 to 89.
 */
export const classifyVessel = ({
  registeredType,
  shipType,
  name,
  typedStays
}: VesselTypeEvidence): VesselClassification => {
  if (Option.isSome(registeredType)) return { commercial: true, type: registeredType, typeSource: "registry" }
  if (!Option.exists(shipType, isMerchant)) return { commercial: false, type: Option.none(), typeSource: "none" }
  const typical = typeByBerths(typedStays)
  if (typical !== undefined) return { commercial: true, type: Option.some(typical), typeSource: "berths" }
  if (Option.exists(shipType, isTanker)) return { commercial: true, type: Option.some("tanker"), typeSource: "ais" }
  if (Option.exists(name, (text) => RORO_NAMES.test(text.trim().toUpperCase()))) {
    return { commercial: true, type: Option.some("roro"), typeSource: "name" }
  }
  return { commercial: true, type: Option.some("cargo"), typeSource: "ais" }
}

/** Whether a ship counts in a class: a merchant ship of any type among all, else one of that type. */
export const isOfClass = (ship: VesselClassification, vesselClass: VesselClass): boolean =>
  ship.commercial && (vesselClass === "commercialVessels" || Option.contains(ship.type, vesselClass))

/** Whether a ship may be a ro-ro for all that is known: AIS alone calls it a cargo ship, or nothing tells its type. */
export const mayBeRoro = (ship: VesselClassification): boolean =>
  ship.commercial && (Option.isNone(ship.type) || (ship.typeSource === "ais" && Option.contains(ship.type, "cargo")))

/** Of the cargo ships and ro-ros at most this share may be unresolved for a figure of ro-ros to be told. Own choice. */
export const MAX_UNRESOLVED_SHARE = 0.1

/** Whether so few ships may be ro-ros unbeknown that the ro-ros among them can be counted. */
export const isRoroKnown = (ships: Iterable<VesselClassification>): boolean => {
  let [all, unresolved] = [0, 0]
  for (const ship of ships) {
    if (!ship.commercial || Option.contains(ship.type, "tanker")) continue
    all++
    if (mayBeRoro(ship)) unresolved++
  }
  return unresolved <= all * MAX_UNRESOLVED_SHARE
}
