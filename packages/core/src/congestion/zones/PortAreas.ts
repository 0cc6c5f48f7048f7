import { Context, Effect } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Zone } from "./Zone.ts"

/** The confidence in the position and the extent of a curated zone. */
export type AreaConfidence = "high" | "medium" | "low"

/** A terminal, a stretch of water or an anchorage of a port, with the origin of its position. */
export interface CuratedArea {
  readonly zone: Zone
  /** The port complex that the zone belongs to, such as "New York and New Jersey". */
  readonly complex: string
  /** The public sources that name the place. */
  readonly reference: string
  /** The month in which it was last compared with them, as YYYY-MM. */
  readonly checkedIn: string
  readonly confidence: AreaConfidence
}

/** The areas of ports that ship with the gazetteer. */
export interface PortAreas {
  /** Terminals and anchorages of the large ports and port complexes. */
  readonly curated: ReadonlyArray<CuratedArea>
  /** The water within reach of each port, one zone each. */
  readonly water: ReadonlyArray<Zone>
}

/** No areas: each port has a circle around its position. */
export const NO_PORT_AREAS: PortAreas = { curated: [], water: [] }

/**
 * The source of the areas of ports that detection and the figures use, read when they start. Without one, each port has
 * a circle around its position.
 */
export const PortAreaSource = Context.Reference<Effect.Effect<PortAreas>>(
  "@landfall/core/congestion/zones/PortAreaSource",
  { defaultValue: () => Effect.succeed(NO_PORT_AREAS) }
)

/** The origin of the area of a port, of which a default one is a guess. */
export interface PortAreaOrigin {
  readonly source: "operator" | "curated" | "default"
  /** The port complex of curated zones. */
  readonly complex: string | null
  readonly confidence: AreaConfidence
}

const CONFIDENCES: ReadonlyArray<AreaConfidence> = ["low", "medium", "high"]

/** Returns the origin of the area in use of a port. `drawn` holds the operator's zones of the port. */
export const areaOriginOf = (port: Unlocode, areas: PortAreas, operatorZones: ReadonlyArray<Zone>): PortAreaOrigin => {
  const isArea = ({ kind, status, ports }: Zone) =>
    kind === "PORT_AREA" && status === "accepted" && ports.includes(port)
  if (operatorZones.some(isArea)) return { source: "operator", complex: null, confidence: "high" }
  const curated = areas.curated.filter(({ zone }) => isArea(zone))
  const [first] = curated
  if (first === undefined) return { source: "default", complex: null, confidence: "low" }
  const least = curated.reduce((low, { confidence }) => Math.min(low, CONFIDENCES.indexOf(confidence)), 2)
  return { source: "curated", complex: first.complex, confidence: CONFIDENCES[least] ?? "low" }
}

/** Returns the ids of the anchorages of a port, without the numbers of their parts. `drawn` holds the operator's zones. */
export const anchorageIdsOf = (
  port: Unlocode,
  areas: PortAreas,
  operatorZones: ReadonlyArray<Zone>
): ReadonlyArray<string> => {
  const isAnchorage = ({ kind, ports, status }: Zone) =>
    kind === "ANCHORAGE" && status === "accepted" && ports.includes(port)
  const curated = areas.curated.flatMap(({ zone }) => (isAnchorage(zone) ? [zone.id.replace(/-\d+$/u, "")] : []))
  return [...new Set([...operatorZones.filter(isAnchorage).map(({ id }): string => id), ...curated])].sort()
}
