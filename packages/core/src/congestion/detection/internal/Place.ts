import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { Zone, ZoneId, ZoneKind } from "../../zones/Zone.ts"
import type { ZoneHit, ZoneIndex } from "../../zones/ZoneIndex.ts"
import type { StayEvidence, StayKind } from "../PortCall.ts"
import { AT_ANCHOR, MOORED } from "./Fix.ts"

type Hits = ReadonlyArray<ZoneHit>

const PRECISION: Readonly<Record<ZoneKind, number>> = { BERTH: 0, ANCHORAGE: 1, PORT_AREA: 2 }

const isBetter = (a: ZoneHit, b: ZoneHit): boolean => {
  const kinds = PRECISION[a.zone.kind] - PRECISION[b.zone.kind]
  if (kinds !== 0) return kinds < 0
  return a.centreKm === b.centreKm ? a.zone.id < b.zone.id : a.centreKm < b.centreKm
}

/**
 * The zone that says most about a position within it: a berth before an anchorage before a port's area, and of the same
 * kind the one whose middle is nearest.
 */
export const zoneWithin = (hits: Hits): Zone | undefined => {
  let best: ZoneHit | undefined
  for (const hit of hits) if (hit.outsideKm === 0 && (best === undefined || isBetter(hit, best))) best = hit
  return best?.zone
}

/** The port of a zone; null at an anchorage that several share. */
export const portOfZone = ({ ports }: Zone): Unlocode | null => (ports.length === 1 ? (ports[0] ?? null) : null)

/** Whether a position is in a port's zones, or not yet out of them. */
export const isInPort = (hits: Hits, port: Unlocode): boolean => hits.some(({ zone }) => zone.ports.includes(port))

/** Whether it is within the very outline of one of a port's zones. */
export const isWellInPort = (hits: Hits, port: Unlocode): boolean =>
  hits.some(({ zone, outsideKm }) => outsideKm === 0 && zone.ports.includes(port))

/** Whether a position is at an anchorage of any of these ports, or not yet out of it. */
export const isAtSharedAnchorage = (hits: Hits, ports: ReadonlyArray<Unlocode>): boolean =>
  hits.some(({ zone }) => zone.kind === "ANCHORAGE" && zone.ports.some((port) => ports.includes(port)))

/** What a ship does where it lies, and by what that is known. */
export interface Lying {
  readonly kind: StayKind
  readonly evidence: StayEvidence
  readonly zone: ZoneId | null
}

const UNKNOWN: Lying = { kind: "unknown", evidence: "none", zone: null }
const ANCHORED: Lying = { kind: "anchorage", evidence: "status", zone: null }
const BERTHED: Lying = { kind: "berth", evidence: "status", zone: null }

const isOf = (zone: Zone, port: Unlocode | null): boolean => port === null || zone.ports.includes(port)

/**
 * By zone first. Where the port has no accepted berths the ship's status tells, which its crew sets by hand; where it
 * has, a ship outside them is at no berth, whatever it says.
 */
export const lyingAt = (hits: Hits, port: Unlocode | null, status: number, index: ZoneIndex): Lying => {
  const own = hits.filter(({ zone }) => zone.kind !== "PORT_AREA" && isOf(zone, port))
  const zone = own.length === 0 ? undefined : zoneWithin(own)
  if (zone !== undefined)
    return { kind: zone.kind === "BERTH" ? "berth" : "anchorage", evidence: "zone", zone: zone.id }
  if (status === AT_ANCHOR) return ANCHORED
  return status === MOORED && port !== null && !index.hasBerths(port) ? BERTHED : UNKNOWN
}

const weight = ({ kind, evidence }: Pick<Lying, "kind" | "evidence">): number => {
  if (evidence === "none") return 0
  return (evidence === "zone" ? 2 : 0) + (kind === "berth" ? 2 : 1)
}

/** Whether another look at the same stop tells more: a crew that moors its ship sets the status when it has time. */
export const tellsMore = (lying: Pick<Lying, "kind" | "evidence">, known: Pick<Lying, "kind" | "evidence">): boolean =>
  weight(lying) > weight(known)
