import { Option } from "effect"
import type { VesselClass } from "../../vessels/VesselClass.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import type { CallingVessel } from "./PortCall.ts"

/** The evidence for the type of a vessel. */
export interface VesselTypeEvidence {
  /** Its type in the vessel registry. */
  readonly registeredType: Option.Option<VesselType>
  /** The AIS ship type that it reports, 1 to 99. */
  readonly shipType: Option.Option<number>
  readonly name: Option.Option<string>
  /** The number of its stays at berths of one vessel type. */
  readonly typedStays: Readonly<Record<VesselType, number>>
}

/** The fewest stays at berths of one type that are evidence of a vessel's type. Chosen here. */
const MIN_TYPED_STAYS = 3

/** The least share of those stays that must be of that type. Chosen here. */
const MIN_TYPED_SHARE = 2 / 3

/**
 * Names that owners customarily give to car carriers: K Line's end in HIGHWAY, NYK's in LEADER; those of Hoegh Autoliners
 * begin with HOEGH, of UECC with AUTO, of Toyofuji with TRANS FUTURE, of BYD with BYD, of SAIC Anji with SAIC ANJI.
 * Customs that other owners share are not among them (ACE of MOL, MORNING of EUKOR, GLOVIS, GRANDE of Grimaldi).
 * `quality.vessels.classifiedByName` counts the vessels classified by name.
 */
const RORO_NAMES = /\b(?:HIGHWAY|LEADER|RO-?RO)$|^(?:HOEGH|AUTO|BYD|SAIC ANJI) \S|^TRANS FUTURE \d/u

/** Owners whose names end in the same words, and who own no car carrier of such a name: Evergreen and Maersk. */
const OTHER_OWNERS = /^(?:EVER|MAERSK) /u

const isRoroName = (name: string): boolean => {
  const text = name.trim().toUpperCase()
  return RORO_NAMES.test(text) && !OTHER_OWNERS.test(text)
}

/** AIS ship types: 70 to 79 cargo vessels, 80 to 89 tankers (ITU-R M.1371-5, annex 8, table 53). */
const isCommercial = (shipType: number): boolean => shipType >= 70 && shipType <= 89
const isTanker = (shipType: number): boolean => shipType >= 80 && shipType <= 89

const typeByBerths = (stays: VesselTypeEvidence["typedStays"]): VesselType | undefined => {
  const all = stays.cargo + stays.tanker + stays.roro
  const types = ["cargo", "tanker", "roro"] as const
  return types.find((type) => stays[type] >= MIN_TYPED_STAYS && stays[type] / all >= MIN_TYPED_SHARE)
}

/** Whether a vessel is a commercial vessel, its type, and the evidence for it. */
export type VesselClassification = Pick<CallingVessel, "commercial" | "type" | "typeSource">

/**
 * Classifies a vessel by the registry, else by the berths that it uses, else by its name, else by its AIS ship type.
 * AIS cannot identify a ro-ro: car carriers report the types of cargo vessels. A vessel is commercial when its type is
 * registered, or when it reports an AIS ship type from 70 to 89.
 */
export const classifyVessel = ({
  registeredType,
  shipType,
  name,
  typedStays
}: VesselTypeEvidence): VesselClassification => {
  if (Option.isSome(registeredType)) return { commercial: true, type: registeredType, typeSource: "registry" }
  if (!Option.exists(shipType, isCommercial)) return { commercial: false, type: Option.none(), typeSource: "none" }
  const typeOfBerths = typeByBerths(typedStays)
  if (typeOfBerths !== undefined) return { commercial: true, type: Option.some(typeOfBerths), typeSource: "berths" }
  if (Option.exists(shipType, isTanker)) return { commercial: true, type: Option.some("tanker"), typeSource: "ais" }
  if (Option.exists(name, isRoroName)) {
    return { commercial: true, type: Option.some("roro"), typeSource: "name" }
  }
  return { commercial: true, type: Option.some("cargo"), typeSource: "ais" }
}

/** Tests whether a vessel belongs to a class: any commercial vessel to `commercialVessels`, else one of that type. */
export const isOfClass = (vessel: VesselClassification, vesselClass: VesselClass): boolean =>
  vessel.commercial && (vesselClass === "commercialVessels" || Option.contains(vessel.type, vesselClass))

/** Tests whether a vessel may be an unidentified ro-ro: only AIS calls it a cargo vessel, or its type is unknown. */
export const mayBeRoro = (vessel: VesselClassification): boolean =>
  vessel.commercial &&
  (Option.isNone(vessel.type) || (vessel.typeSource === "ais" && Option.contains(vessel.type, "cargo")))

/**
 * The greatest share of cargo vessels and ro-ros that may be unidentified for a ro-ro figure to be given. Chosen here.
 */
export const MAX_UNRESOLVED_SHARE = 0.1

/** Tests whether few enough vessels may be unidentified ro-ros for the known ones to be counted. */
export const isRoroKnown = (vessels: Iterable<VesselClassification>): boolean => {
  let [all, unresolved] = [0, 0]
  for (const vessel of vessels) {
    if (!vessel.commercial || Option.contains(vessel.type, "tanker")) continue
    all++
    if (mayBeRoro(vessel)) unresolved++
  }
  return unresolved <= all * MAX_UNRESOLVED_SHARE
}
