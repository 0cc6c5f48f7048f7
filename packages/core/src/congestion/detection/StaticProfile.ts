import { Option } from "effect"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import type { ZoneIndex } from "../zones/ZoneIndex.ts"
import type { CallingShip, DetectedCall } from "./PortCall.ts"
import { classifyVessel } from "./VesselClassification.ts"
import type { AisShipType, StaticReport } from "./VesselReport.ts"

/** What one ship has said of itself so far, and how often it lay at berths that take one type of ship alone. */
export interface StaticProfile {
  readonly imo: ImoNumber | null
  readonly name: string | null
  readonly shipType: AisShipType | null
  readonly cargoStays: number
  readonly tankerStays: number
  readonly roroStays: number
}

export const EMPTY_PROFILE: StaticProfile = {
  imo: null,
  name: null,
  shipType: null,
  cargoStays: 0,
  tankerStays: 0,
  roroStays: 0
}

/** Takes a report in: what it does not tell stays as it was. */
export const updateStaticProfile = (said: StaticProfile, { imo, name, shipType }: StaticReport): StaticProfile => {
  const now = {
    ...said,
    imo: Option.getOrElse(imo, () => said.imo),
    name: Option.getOrElse(name, () => said.name),
    shipType: Option.getOrElse(shipType, () => said.shipType)
  }
  return now.imo === said.imo && now.name === said.name && now.shipType === said.shipType ? said : now
}

/** Counts the berths of one type at which a ship lay in a call that is over. */
export const countTypedStays = (said: StaticProfile, call: DetectedCall, index: ZoneIndex): StaticProfile => {
  if (Option.isNone(call.endedAt)) return said
  const types = call.stays.flatMap(({ zone }) => Option.toArray(Option.flatMap(zone, index.berthType)))
  if (types.length === 0) return said
  const count = (type: VesselType): number => types.filter((one) => one === type).length
  return {
    ...said,
    cargoStays: said.cargoStays + count("cargo"),
    tankerStays: said.tankerStays + count("tanker"),
    roroStays: said.roroStays + count("roro")
  }
}

/** The ship of a call, as far as it is known: `registered` is what the operator's registry says it is. */
export const callingShipOf = (
  mmsi: MmsiInteger,
  said: StaticProfile,
  registered: Option.Option<VesselType>
): CallingShip => {
  const shipType = Option.fromNullOr(said.shipType)
  const name = Option.fromNullOr(said.name)
  const berthed = { cargo: said.cargoStays, tanker: said.tankerStays, roro: said.roroStays }
  return {
    mmsi: Option.some(mmsi),
    imo: Option.fromNullOr(said.imo),
    name,
    shipType,
    ...classifyVessel({ registeredType: registered, shipType, name, typedStays: berthed })
  }
}
