import { Brand, Schema } from "effect"
import { ImoInteger, ImoNumber } from "./ImoNumber.ts"
import { Mmsi, MmsiInteger } from "./Mmsi.ts"

/** The identifier of a vessel: its IMO number or its MMSI. */
export const VesselIdentity = Schema.TaggedUnion({ Imo: { imo: ImoNumber }, Mmsi: { mmsi: Mmsi } })
export type VesselIdentity = typeof VesselIdentity.Type

/** An IMO number as a caller writes it: a string or a number. */
export const ImoInput = Schema.Union([ImoNumber, ImoInteger])
export type ImoInput = typeof ImoInput.Type

/** An MMSI as a caller writes it: a string or a number. */
export const MmsiInput = Schema.Union([Mmsi, MmsiInteger])
export type MmsiInput = typeof MmsiInput.Type

/** A vessel identified by exactly one of its two numbers. */
export type IdentifiedVessel =
  | { readonly imo: ImoInput; readonly mmsi?: never }
  | { readonly mmsi: MmsiInput; readonly imo?: never }

// The schemas of the input have already validated these numbers.
const asImo = Brand.nominal<ImoNumber>()
const asMmsi = Brand.nominal<Mmsi>()

/** The identity of a vessel that a caller named, with the number as a string. */
export const identityOf = (vessel: IdentifiedVessel): VesselIdentity =>
  vessel.imo === undefined
    ? { _tag: "Mmsi", mmsi: asMmsi(String(vessel.mmsi)) }
    : { _tag: "Imo", imo: asImo(String(vessel.imo)) }
