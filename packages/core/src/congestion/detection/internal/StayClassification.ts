import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { Zone, ZoneId, ZoneKind } from "../../zones/Zone.ts"
import type { ZoneHit, ZoneIndex } from "../../zones/ZoneIndex.ts"
import { AT_ANCHOR_STATUS, MOORED_STATUS } from "../CompactPosition.ts"
import type { StayEvidence, StayKind } from "../PortCall.ts"

type Hits = ReadonlyArray<ZoneHit>

const ZONE_PRECEDENCE: Readonly<Record<ZoneKind, number>> = { BERTH: 0, ANCHORAGE: 1, PORT_AREA: 2 }

const isMoreSpecific = (a: ZoneHit, b: ZoneHit): boolean => {
  const kinds = ZONE_PRECEDENCE[a.zone.kind] - ZONE_PRECEDENCE[b.zone.kind]
  if (kinds !== 0) return kinds < 0
  return a.centreKm === b.centreKm ? a.zone.id < b.zone.id : a.centreKm < b.centreKm
}

/**
 * The most specific zone that contains a position: a berth before an anchorage before a port area, and of the same kind
 * the one with the nearest centre.
 */
export const mostSpecificZone = (hits: Hits): Zone | undefined => {
  let best: ZoneHit | undefined
  for (const hit of hits) if (hit.outsideKm === 0 && (best === undefined || isMoreSpecific(hit, best))) best = hit
  return best?.zone
}

/** The only port of a zone; null at an anchorage that several ports share. */
export const solePortOf = ({ ports }: Zone): Unlocode | null => (ports.length === 1 ? (ports[0] ?? null) : null)

/** Tests whether a position is within a port's zones or their exit margin. */
export const isWithinPortMargin = (hits: Hits, port: Unlocode): boolean =>
  hits.some(({ zone }) => zone.ports.includes(port))

/** Tests whether a position is inside the outline of one of a port's zones. */
export const isWithinPortOutline = (hits: Hits, port: Unlocode): boolean =>
  hits.some(({ zone, outsideKm }) => outsideKm === 0 && zone.ports.includes(port))

/** Tests whether a position is within an anchorage of any of these ports, or its exit margin. */
export const isAtSharedAnchorage = (hits: Hits, ports: ReadonlyArray<Unlocode>): boolean =>
  hits.some(({ zone }) => zone.kind === "ANCHORAGE" && zone.ports.some((port) => ports.includes(port)))

/** What a stationary vessel is doing, and the evidence for it. */
export interface StayClassification {
  readonly kind: StayKind
  readonly evidence: StayEvidence
  readonly zone: ZoneId | null
}

const UNKNOWN_STAY: StayClassification = { kind: "unknown", evidence: "none", zone: null }
const AT_ANCHOR_BY_STATUS: StayClassification = { kind: "anchorage", evidence: "status", zone: null }
const MOORED_BY_STATUS: StayClassification = { kind: "berth", evidence: "status", zone: null }

const belongsTo = (zone: Zone, port: Unlocode | null): boolean => port === null || zone.ports.includes(port)

/**
 * Classifies a stay by zone first. The navigation status, which the crew sets by hand, decides where the port has no
 * accepted berths; where it has, a vessel outside them is not at berth, whatever status it reports.
 */
export const classifyStay = (
  hits: Hits,
  port: Unlocode | null,
  status: number,
  index: ZoneIndex
): StayClassification => {
  const candidates = hits.filter(({ zone }) => zone.kind !== "PORT_AREA" && belongsTo(zone, port))
  const zone = candidates.length === 0 ? undefined : mostSpecificZone(candidates)
  if (zone !== undefined)
    return { kind: zone.kind === "BERTH" ? "berth" : "anchorage", evidence: "zone", zone: zone.id }
  if (status === AT_ANCHOR_STATUS) return AT_ANCHOR_BY_STATUS
  return status === MOORED_STATUS && port !== null && !index.hasBerths(port) ? MOORED_BY_STATUS : UNKNOWN_STAY
}

const certaintyOf = ({ kind, evidence }: Pick<StayClassification, "kind" | "evidence">): number => {
  if (evidence === "none") return 0
  return (evidence === "zone" ? 2 : 0) + (kind === "berth" ? 2 : 1)
}

/**
 * Tests whether a second classification of the same stop is better evidence than the first: the crew may set the status
 * some time after mooring.
 */
export const isMoreConclusive = (
  next: Pick<StayClassification, "kind" | "evidence">,
  known: Pick<StayClassification, "kind" | "evidence">
): boolean => certaintyOf(next) > certaintyOf(known)
