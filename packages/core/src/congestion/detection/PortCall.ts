import { Option, Schema } from "effect"
import { Unlocode } from "../../geo/Unlocode.ts"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import { Instant } from "../../time/Instant.ts"
import { ImoNumber } from "../../vessels/ImoNumber.ts"
import { MmsiInteger } from "../../vessels/Mmsi.ts"
import { VesselType } from "../../vessels/VesselType.ts"
import { ZoneId } from "../zones/Zone.ts"
import { AisShipType } from "./VesselReport.ts"

/**
 * The permanent id of a call: the MMSI and the second of the first stop, so that detecting the same call again yields
 * the same id.
 */
export const PortCallId = Schema.String.pipe(
  Schema.check(Schema.isBetweenLength(1, 60, { message: "must be the id of a port call: 1 to 60 characters" })),
  Schema.brand("PortCallId")
)
export type PortCallId = typeof PortCallId.Type

/** The state of a stationary vessel: moored at a berth, at anchor, or unknown. */
export const StayKind = Schema.Literals(["berth", "anchorage", "unknown"])
export type StayKind = typeof StayKind.Type

/** The evidence for the kind of a stay: a zone, the vessel's navigation status, a report of the port, or none. */
export const StayEvidence = Schema.Literals(["zone", "status", "report", "none"])
export type StayEvidence = typeof StayEvidence.Type

/** A period in which a vessel is stationary, within one call. Without `to` it continues. */
export const Stay = Schema.Struct({
  kind: StayKind,
  evidence: StayEvidence,
  zone: Schema.OptionFromNullOr(ZoneId),
  from: Instant,
  to: Schema.OptionFromNullOr(Instant),
  /** The first position of the stop, in degrees. */
  latitude: Schema.Finite,
  longitude: Schema.Finite
})
export type Stay = typeof Stay.Type

/** A period without positions of a vessel that was in port before and after. */
export const Silence = Schema.Struct({ from: Instant, to: Instant })
export type Silence = typeof Silence.Type

/** The maximum number of stays and silences of one call; further ones extend the last. */
export const MAX_STAYS = 64
/** The maximum number of silences of one call; a further one extends the last. */
export const MAX_SILENCES = 64

/** The ending of a call. */
export const CallEnding = Schema.Literals(["left", "silent", "lost"])
export type CallEnding = typeof CallEnding.Type

/**
 * The certainty of the port of a vessel that waits at a shared anchorage: this port is likely; any of the ports is
 * possible; or it has become clear that it is another port, or that the wait belongs to a call.
 */
export const WaitAssignment = Schema.Literals(["likely", "shared", "withdrawn"])
export type WaitAssignment = typeof WaitAssignment.Type

const callFields = {
  id: PortCallId,
  port: Unlocode,
  /** The first stop within the port's area. */
  startedAt: Instant,
  /** When the vessel left the area; none while it is in port. */
  endedAt: Schema.OptionFromNullOr(Instant),
  /**
   * `left` when the vessel was observed leaving; `silent` when it reappeared elsewhere after a silence, so that the
   * call ended some time after `lastReceivedAt`; `lost` when the record ended, so that the departure is unknown: the
   * vessel is counted for `AGE_OUT_HOURS` after its last position, and the call is not a completed one.
   */
  ending: Schema.OptionFromNullOr(CallEnding),
  /** In chronological order, without overlaps. */
  stays: Schema.Array(Stay),
  silences: Schema.Array(Silence),
  /** The last position received in port, updated hourly. */
  lastReceivedAt: Instant,
  /** Absent for a call. Otherwise the record is a wait at an anchorage that several ports share. */
  assignment: Schema.optionalKey(WaitAssignment)
}

/** A call detected from positions, with the MMSI as the only identification of the vessel. */
export const DetectedCall = Schema.Struct({ ...callFields, mmsi: MmsiInteger })
export type DetectedCall = typeof DetectedCall.Type

/** The evidence for the type of a vessel (`classifyVessel`). */
export const VesselTypeSource = Schema.Literals(["registry", "berths", "name", "ais", "none"])
export type VesselTypeSource = typeof VesselTypeSource.Type

/** The vessel of a call, as known when the call was last stored. */
export const CallingVessel = Schema.Struct({
  mmsi: Schema.OptionFromNullOr(MmsiInteger),
  imo: Schema.OptionFromNullOr(ImoNumber),
  name: Schema.OptionFromNullOr(Schema.String),
  shipType: Schema.OptionFromNullOr(AisShipType),
  /** Whether it is a commercial vessel: of a registered type, or of an AIS ship type from 70 to 89. */
  commercial: Schema.Boolean,
  type: Schema.OptionFromNullOr(VesselType),
  typeSource: VesselTypeSource
})
export type CallingVessel = typeof CallingVessel.Type

/** A port call: one visit of a vessel to a port, from its first stop in the port's area until it leaves the area. */
export const PortCall = Schema.Struct({
  ...callFields,
  vessel: CallingVessel,
  /** Detected from AIS, or reported by the port or an agent, which takes precedence. */
  source: Schema.Literals(["ais", "report"])
})
export type PortCall = typeof PortCall.Type

/** The id of the record at a port of the wait with which a call begins, at an anchorage that ports share. */
export const waitIdOf = (id: PortCallId, port: Unlocode): PortCallId => PortCallId.make(`${id}-${port}`)

/** Combines a detected call with its vessel. */
export const portCallOf = ({ mmsi: _, ...call }: DetectedCall, vessel: CallingVessel): PortCall => ({
  ...call,
  vessel,
  source: "ais"
})

/** Tests whether a record is a withdrawn wait that ended before an instant. */
export const isPrunableWait = (
  { assignment, endedAt }: Pick<PortCall, "assignment" | "endedAt">,
  before: Instant
): boolean => assignment === "withdrawn" && Option.exists(endedAt, (at) => at < before)

/** Hours in port of a completed call; none while it is open, and where the departure is unknown. */
export const hoursInPort = (call: Pick<PortCall, "startedAt" | "endedAt" | "ending">): Option.Option<number> =>
  Option.contains(call.ending, "lost")
    ? Option.none()
    : Option.map(call.endedAt, (endedAt) => (endedAt - call.startedAt) / HOUR_MILLIS)

/** A call that the log has stored, and the one that it replaced. */
export interface PortCallChange {
  readonly before: Option.Option<PortCall>
  readonly after: PortCall
}

const isSamePortCall = Schema.toEquivalence(PortCall)

/**
 * The changes that storing `calls` makes, given the stored calls under their ids. Of several calls with one id the last
 * counts, and a call identical to the stored one is not a change.
 */
export const portCallChanges = (
  stored: ReadonlyMap<PortCallId, PortCall>,
  calls: ReadonlyArray<PortCall>
): ReadonlyArray<PortCallChange> => {
  const latest = new Map(calls.map((call) => [call.id, call]))
  return [...latest.values()].flatMap((after) => {
    const before = Option.fromUndefinedOr(stored.get(after.id))
    return Option.exists(before, (call) => isSamePortCall(call, after)) ? [] : [{ before, after }]
  })
}

/** The ports whose revision a batch of changes raises, each once. */
export const changedPorts = (changes: ReadonlyArray<PortCallChange>): ReadonlyArray<Unlocode> => [
  ...new Set(changes.map(({ after }) => after.port))
]
