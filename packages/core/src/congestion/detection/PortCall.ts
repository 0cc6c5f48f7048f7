import { Option, Schema } from "effect"
import { Unlocode } from "../../geo/Unlocode.ts"
import { HOUR_MILLIS, Instant } from "../../time/Instant.ts"
import { ImoNumber } from "../../vessels/ImoNumber.ts"
import { MmsiInteger } from "../../vessels/Mmsi.ts"
import { VesselType } from "../../vessels/VesselType.ts"
import { ZoneId } from "../zones/Zone.ts"
import { AisShipType } from "./VesselReport.ts"

/** What names a call for good: the ship and the second of its first stop, so that finding it again gives no second one. */
export const PortCallId = Schema.String.pipe(
  Schema.check(Schema.isBetweenLength(1, 60, { message: "must be the id of a port call: 1 to 60 characters" })),
  Schema.brand("PortCallId")
)
export type PortCallId = typeof PortCallId.Type

/** What a ship does where it lies still. */
export const StayKind = Schema.Literals(["berth", "anchorage", "unknown"])
export type StayKind = typeof StayKind.Type

/** By what the kind of a stay is known: a zone, the ship's own navigation status, a port's report, or by nothing. */
export const StayEvidence = Schema.Literals(["zone", "status", "report", "none"])
export type StayEvidence = typeof StayEvidence.Type

/** A time in which a ship lies still, within one call. Without end it does so still. */
export const Stay = Schema.Struct({
  kind: StayKind,
  evidence: StayEvidence,
  zone: Schema.OptionFromNullOr(ZoneId),
  from: Instant,
  to: Schema.OptionFromNullOr(Instant),
  /** Where it lies, in degrees: the first position of the stop. */
  latitude: Schema.Finite,
  longitude: Schema.Finite
})
export type Stay = typeof Stay.Type

/** A time in which nothing was heard of a ship that was in port before and after. */
export const Silence = Schema.Struct({ from: Instant, to: Instant })
export type Silence = typeof Silence.Type

/** A call keeps as many stays and silences; what comes after is added to the last. */
export const MAX_STAYS = 64
export const MAX_SILENCES = 64

const callFields = {
  id: PortCallId,
  port: Unlocode,
  /** The first stop in the port's area. */
  startedAt: Instant,
  /** When the ship left the area; none while it is in port. */
  endedAt: Schema.OptionFromNullOr(Instant),
  /** Whether it was heard leaving, or heard elsewhere after a silence: then it ended some time after it was last heard. */
  ending: Schema.OptionFromNullOr(Schema.Literals(["left", "silent"])),
  /** In the order of time, not overlapping. */
  stays: Schema.Array(Stay),
  silences: Schema.Array(Silence),
  /** The last position heard in port, to the hour. */
  lastHeardAt: Instant
}

/** A call as positions show it: of its ship nothing but the number of its radio is known. */
export const DetectedCall = Schema.Struct({ ...callFields, mmsi: MmsiInteger })
export type DetectedCall = typeof DetectedCall.Type

/** By what the type of a ship is known (`VesselClass.ts`). */
export const VesselTypeSource = Schema.Literals(["registry", "berths", "name", "ais", "none"])
export type VesselTypeSource = typeof VesselTypeSource.Type

/** The ship of a call, as far as it was known when the call was last written. */
export const CallingShip = Schema.Struct({
  mmsi: Schema.OptionFromNullOr(MmsiInteger),
  imo: Schema.OptionFromNullOr(ImoNumber),
  name: Schema.OptionFromNullOr(Schema.String),
  shipType: Schema.OptionFromNullOr(AisShipType),
  /** A merchant ship: of AIS types 70 to 89, or registered as one. */
  commercial: Schema.Boolean,
  type: Schema.OptionFromNullOr(VesselType),
  typeSource: VesselTypeSource
})
export type CallingShip = typeof CallingShip.Type

/** One visit of a ship to a port, from the first stop in the port's area to leaving it. */
export const PortCall = Schema.Struct({
  ...callFields,
  ship: CallingShip,
  /** Found in positions, or reported by the port or an agent, which outranks it. */
  source: Schema.Literals(["ais", "report"])
})
export type PortCall = typeof PortCall.Type

/** A call with the ship that makes it. */
export const portCallOf = ({ mmsi: _, ...call }: DetectedCall, ship: CallingShip): PortCall => ({
  ...call,
  ship,
  source: "ais"
})

/** How long a completed call lasted, in hours. */
export const hoursInPort = (call: Pick<PortCall, "startedAt" | "endedAt">): Option.Option<number> =>
  Option.map(call.endedAt, (endedAt) => (endedAt - call.startedAt) / HOUR_MILLIS)

/** A call that was put in the log, and what stood there before. */
export interface PortCallChange {
  readonly before: Option.Option<PortCall>
  readonly after: PortCall
}
