import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { Zone, ZoneId, ZoneKind } from "../../zones/Zone.ts"
import type { ZoneHit, ZoneIndex } from "../../zones/ZoneIndex.ts"
import { AT_ANCHOR_STATUS, MOORED_STATUS } from "../CompactPosition.ts"
import type { StayEvidence, StayKind } from "../PortCall.ts"

type Hits = ReadonlyArray<ZoneHit>

const ZONE_PRECEDENCE: Readonly<Record<ZoneKind, number>> = { BERTH: 0, ANCHORAGE: 1, PORT_AREA: 2 }
const CURATED_PRECEDENCE = 3
const DEFAULT_PRECEDENCE = 4

const precedenceOf = ({ kind, source }: Zone): number =>
  source === "curated" ? CURATED_PRECEDENCE : source === "default" ? DEFAULT_PRECEDENCE : ZONE_PRECEDENCE[kind]

const isMoreSpecific = (a: ZoneHit, b: ZoneHit): boolean => {
  const precedence = precedenceOf(a.zone) - precedenceOf(b.zone)
  if (precedence !== 0) return precedence < 0
  if (a.zone.source === "curated" && a.sizeKm !== b.sizeKm) return a.sizeKm < b.sizeKm
  return a.centreKm === b.centreKm ? a.zone.id < b.zone.id : a.centreKm < b.centreKm
}

/**
 * The most specific zone that contains a position: of the operator's zones a berth before an anchorage before a port
 * area, then the smallest curated zone, then a default area. Of equal zones, the one with the nearest centre.
 */
export const mostSpecificZone = (hits: Hits): Zone | undefined => {
  let best: ZoneHit | undefined
  for (const hit of hits) if (hit.outsideKm === 0 && (best === undefined || isMoreSpecific(hit, best))) best = hit
  return best?.zone
}

const isInsideCurated = ({ zone, outsideKm }: ZoneHit, kind: ZoneKind): boolean =>
  zone.source === "curated" && zone.kind === kind && outsideKm === 0

/**
 * Reduces the hits of a position where a curated anchorage and a curated terminal overlap, because both are drawn
 * roughly: the terminal applies to a moored vessel, and the anchorage to one at anchor.
 */
export const reduceOverlap = (hits: Hits, status: number): Hits => {
  if (hits.length < 2 || (status !== MOORED_STATUS && status !== AT_ANCHOR_STATUS)) return hits
  const [applied, dropped] =
    status === MOORED_STATUS ? (["PORT_AREA", "ANCHORAGE"] as const) : (["ANCHORAGE", "PORT_AREA"] as const)
  if (!hits.some((hit) => isInsideCurated(hit, applied))) return hits
  return hits.filter(({ zone }) => zone.source !== "curated" || zone.kind !== dropped)
}

/** The only port of a zone; null at an anchorage that several ports share. */
export const solePortOf = ({ ports }: Zone): Unlocode | null => (ports.length === 1 ? (ports[0] ?? null) : null)

/** Tests whether a position is within a port's zones or their exit margin. */
export const isWithinPortMargin = (hits: Hits, port: Unlocode): boolean =>
  hits.some(({ zone }) => zone.ports.includes(port))

/** Tests whether a position is inside the outline of one of a port's zones. */
export const isWithinPortOutline = (hits: Hits, port: Unlocode): boolean =>
  hits.some(({ zone, outsideKm }) => outsideKm === 0 && zone.ports.includes(port))

/** Tests whether a position is within a zone of any of these ports, or its exit margin. */
export const isWithinAnyPort = (hits: Hits, ports: ReadonlyArray<Unlocode>): boolean =>
  hits.some(({ zone }) => zone.ports.some((port) => ports.includes(port)))

/** The state of a stationary vessel, and the evidence for it. */
export interface StayClassification {
  readonly kind: StayKind
  readonly evidence: StayEvidence
  readonly zone: ZoneId | null
}

const UNKNOWN_STAY: StayClassification = { kind: "unknown", evidence: "none", zone: null }
const AT_ANCHOR_BY_STATUS: StayClassification = { kind: "anchorage", evidence: "status", zone: null }

const belongsTo = (zone: Zone, port: Unlocode | null): boolean => port === null || zone.ports.includes(port)

/**
 * Classifies a stay by zone first. The navigation status, which the crew sets by hand, decides where the port has no
 * accepted berths; where it has, a vessel outside them is not at berth, whatever status it reports. A berth by status has
 * the zone of the curated terminal.
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
  if (status !== MOORED_STATUS || port === null || index.hasBerths(port)) return UNKNOWN_STAY
  const terminals = hits.filter(
    ({ zone: { kind, ports, source } }) => kind === "PORT_AREA" && source === "curated" && ports.includes(port)
  )
  return { kind: "berth", evidence: "status", zone: mostSpecificZone(terminals)?.id ?? null }
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
  current: Pick<StayClassification, "kind" | "evidence">
): boolean => certaintyOf(next) > certaintyOf(current)
