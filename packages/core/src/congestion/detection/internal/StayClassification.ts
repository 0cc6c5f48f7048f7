import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { Zone, ZoneId, ZoneKind } from "../../zones/Zone.ts"
import type { ZoneHit, ZoneIndex } from "../../zones/ZoneIndex.ts"
import type { StayEvidence, StayKind } from "../PortCall.ts"
import { AT_ANCHOR_STATUS, MOORED_STATUS } from "./CompactPosition.ts"

type Hits = ReadonlyArray<ZoneHit>

const ZONE_PRECEDENCE: Readonly<Record<ZoneKind, number>> = { BERTH: 0, ANCHORAGE: 1, PORT_AREA: 2 }

const isMoreSpecific = (a: ZoneHit, b: ZoneHit): boolean => {
  const kinds = ZONE_PRECEDENCE[a.zone.kind] - ZONE_PRECEDENCE[b.zone.kind]
  if (kinds !== 0) return kinds < 0
  return a.centreKm === b.centreKm ? a.zone.id < b.zone.id : a.centreKm < b.centreKm
}

/**
 * The zone that says most about a position within it: a berth before an anchorage before a port's area, and of the same
 * kind the one whose middle is nearest.
 */
export const mostSpecificZone = (hits: Hits): Zone | undefined => {
  let best: ZoneHit | undefined
  for (const hit of hits) if (hit.outsideKm === 0 && (best === undefined || isMoreSpecific(hit, best))) best = hit
  return best?.zone
}

/** The port of a zone; null at an anchorage that several share. */
export const solePortOf = ({ ports }: Zone): Unlocode | null => (ports.length === 1 ? (ports[0] ?? null) : null)

/** Whether a position is in a port's zones, or not yet out of them. */
export const isWithinPortMargin = (hits: Hits, port: Unlocode): boolean =>
  hits.some(({ zone }) => zone.ports.includes(port))

/** Whether it is within the very outline of one of a port's zones. */
export const isWithinPortOutline = (hits: Hits, port: Unlocode): boolean =>
  hits.some(({ zone, outsideKm }) => outsideKm === 0 && zone.ports.includes(port))

/** Whether a position is at an anchorage of any of these ports, or not yet out of it. */
export const isAtSharedAnchorage = (hits: Hits, ports: ReadonlyArray<Unlocode>): boolean =>
  hits.some(({ zone }) => zone.kind === "ANCHORAGE" && zone.ports.some((port) => ports.includes(port)))

/** What a ship does where it lies, and by what that is known. */
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
 * By zone first. Where the port has no accepted berths the ship's status tells, which its crew sets by hand; where it
 * has, a ship outside them is at no berth, whatever it says.
 */
export const classifyStay = (
  hits: Hits,
  port: Unlocode | null,
  status: number,
  index: ZoneIndex
): StayClassification => {
  const own = hits.filter(({ zone }) => zone.kind !== "PORT_AREA" && belongsTo(zone, port))
  const zone = own.length === 0 ? undefined : mostSpecificZone(own)
  if (zone !== undefined)
    return { kind: zone.kind === "BERTH" ? "berth" : "anchorage", evidence: "zone", zone: zone.id }
  if (status === AT_ANCHOR_STATUS) return AT_ANCHOR_BY_STATUS
  return status === MOORED_STATUS && port !== null && !index.hasBerths(port) ? MOORED_BY_STATUS : UNKNOWN_STAY
}

const certaintyOf = ({ kind, evidence }: Pick<StayClassification, "kind" | "evidence">): number => {
  if (evidence === "none") return 0
  return (evidence === "zone" ? 2 : 0) + (kind === "berth" ? 2 : 1)
}

/** Whether another look at the same stop tells more: a crew that moors its ship sets the status when it has time. */
export const isMoreConclusive = (
  lying: Pick<StayClassification, "kind" | "evidence">,
  known: Pick<StayClassification, "kind" | "evidence">
): boolean => certaintyOf(lying) > certaintyOf(known)
