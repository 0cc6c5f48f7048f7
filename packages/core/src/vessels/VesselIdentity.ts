import { Brand, Schema } from "effect"
import { ImoInteger, ImoNumber } from "./ImoNumber.ts"
import { Mmsi, MmsiInteger } from "./Mmsi.ts"

/** By what a ship is known. */
export const VesselIdentity = Schema.TaggedUnion({ Imo: { imo: ImoNumber }, Mmsi: { mmsi: Mmsi } })
export type VesselIdentity = typeof VesselIdentity.Type

/** An IMO number as a caller writes it, in quotes or as a number. */
export const ImoInput = Schema.Union([ImoNumber, ImoInteger])
export type ImoInput = typeof ImoInput.Type

/** An MMSI as a caller writes it, in quotes or as a number. */
export const MmsiInput = Schema.Union([Mmsi, MmsiInteger])
export type MmsiInput = typeof MmsiInput.Type

/** A ship named by exactly one of its two numbers. */
export type IdentifiedVessel =
  | { readonly imo: ImoInput; readonly mmsi?: never }
  | { readonly mmsi: MmsiInput; readonly imo?: never }

// What a caller wrote was checked when it was read.
const asImo = Brand.nominal<ImoNumber>()
const asMmsi = Brand.nominal<Mmsi>()

/** By what a caller named a ship, the number in its one form. */
export const identityOf = (vessel: IdentifiedVessel): VesselIdentity =>
  vessel.imo === undefined
    ? { _tag: "Mmsi", mmsi: asMmsi(String(vessel.mmsi)) }
    : { _tag: "Imo", imo: asImo(String(vessel.imo)) }
