import { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import type { ZoneIndex } from "../zones/ZoneIndex.ts"
import { MAX_LAST_PORTS } from "./DetectionThresholds.ts"
import type { CallingVessel, DetectedCall } from "./PortCall.ts"
import { classifyVessel } from "./VesselClassification.ts"
import type { AisShipType, StaticReport } from "./VesselReport.ts"

/** The static data that a vessel has reported so far, and the number of its stays at berths of one vessel type. */
export interface StaticProfile {
  readonly imo: ImoNumber | null
  readonly name: string | null
  readonly shipType: AisShipType | null
  /** When a report with this IMO number was last processed, to the hour, in seconds since 1970; 0 without one. */
  readonly imoAt: number
  /** The destination that the crew has entered. */
  readonly destination: string | null
  /** The ports of its last calls, newest first, at most `MAX_LAST_PORTS`. */
  readonly lastPorts: ReadonlyArray<Unlocode>
  readonly cargoStays: number
  readonly tankerStays: number
  readonly roroStays: number
}

/** The profile of a vessel without static data. */
export const EMPTY_PROFILE: StaticProfile = {
  imo: null,
  imoAt: 0,
  name: null,
  shipType: null,
  destination: null,
  lastPorts: [],
  cargoStays: 0,
  tankerStays: 0,
  roroStays: 0
}

const SECONDS_PER_HOUR = 3600

/** The hours after which another IMO number may replace one that is no longer reported. Chosen here. */
export const IDENTITY_HOURS = 24

/**
 * The profile that a report continues. Two vessels can transmit one MMSI, each with its own IMO number: while the IMO
 * number of the profile is reported, reports with another one are those of the other vessel; afterwards a new profile
 * begins.
 */
const identityOf = (profile: StaticProfile, imo: Option.Option<ImoNumber>, at: number): StaticProfile | null => {
  if (profile.imo === null || Option.isNone(imo) || imo.value === profile.imo) return profile
  return at < profile.imoAt + IDENTITY_HOURS * SECONDS_PER_HOUR ? null : EMPTY_PROFILE
}

/**
 * Merges a static report into a profile: an absent value leaves the known one unchanged. A report without an IMO number
 * can be that of another vessel with the same MMSI, and adds only what is unknown to a profile with one. Returns the
 * same object when nothing changes.
 */
export const updateStaticProfile = (before: StaticProfile, report: StaticReport): StaticProfile => {
  const { destination, imo, name, shipType } = report
  const hour = Math.floor(report.at / 1000 / SECONDS_PER_HOUR) * SECONDS_PER_HOUR
  const profile = identityOf(before, imo, hour)
  if (profile === null) return before
  const isAnonymous = profile.imo !== null && Option.isNone(imo)
  const merge = <A>(stored: A | null, reported: Option.Option<A>): A | null =>
    isAnonymous && stored !== null ? stored : Option.getOrElse(reported, () => stored)
  const next = {
    ...profile,
    imo: merge(profile.imo, imo),
    imoAt: Option.isSome(imo) ? Math.max(profile.imoAt, hour) : profile.imoAt,
    name: merge(profile.name, name),
    shipType: merge(profile.shipType, shipType),
    destination: Option.getOrElse(destination, () => profile.destination)
  }
  const isSame =
    profile === before &&
    next.imo === profile.imo &&
    next.imoAt === profile.imoAt &&
    next.name === profile.name &&
    next.shipType === profile.shipType &&
    next.destination === profile.destination
  return isSame ? profile : next
}

/** Adds a completed call: its port, and its stays at berths of one vessel type. */
export const addCompletedCall = (before: StaticProfile, call: DetectedCall, index: ZoneIndex): StaticProfile => {
  if (Option.isNone(call.endedAt)) return before
  const profile = { ...before, lastPorts: [call.port, ...before.lastPorts].slice(0, MAX_LAST_PORTS) }
  const types = call.stays.flatMap(({ zone }) => Option.toArray(Option.flatMap(zone, index.berthType)))
  if (types.length === 0) return profile
  const count = (type: VesselType): number => types.filter((one) => one === type).length
  return {
    ...profile,
    cargoStays: profile.cargoStays + count("cargo"),
    tankerStays: profile.tankerStays + count("tanker"),
    roroStays: profile.roroStays + count("roro")
  }
}

/** The vessel of a call, as known now. `registeredType` is its type in the vessel registry. */
export const callingVesselOf = (
  mmsi: MmsiInteger,
  profile: StaticProfile,
  registeredType: Option.Option<VesselType>
): CallingVessel => {
  const shipType = Option.fromNullOr(profile.shipType)
  const name = Option.fromNullOr(profile.name)
  const typedStays = { cargo: profile.cargoStays, tanker: profile.tankerStays, roro: profile.roroStays }
  return {
    mmsi: Option.some(mmsi),
    imo: Option.fromNullOr(profile.imo),
    name,
    shipType,
    ...classifyVessel({ registeredType, shipType, name, typedStays })
  }
}
