import { Schema } from "effect"
import { isStorable } from "../faults/StorableText.ts"
import { Position } from "./Position.ts"
import { Unlocode } from "./Unlocode.ts"

/** Two capital letters of a country by ISO 3166-1, as the first half of a UN/LOCODE has them. */
export const CountryCode = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[A-Z]{2}$/u, { message: "must be a country by two capital letters of ISO 3166-1, such as NL" })
  ),
  Schema.brand("CountryCode")
)
export type CountryCode = typeof CountryCode.Type

/** A port, placed where its ships berth. */
export const Port = Schema.Struct({
  code: Unlocode,
  name: Schema.NonEmptyString.check(isStorable, Schema.isMaxLength(200)),
  country: CountryCode,
  position: Position
})
export type Port = typeof Port.Type

/** A port as a search finds it. */
export const PortSearchResult = Schema.Struct({
  ...Port.fields,
  inland: Schema.Boolean.annotateKey({
    description: "No sea-going ship reaches it: it is known, and refused as an end of a voyage"
  })
})
export type PortSearchResult = typeof PortSearchResult.Type

/** Countries by ISO 3166-1 (and Kosovo) that border on no sea, the Caspian counted as none. */
const LANDLOCKED = new Set(
  "AD AF AM AT AZ BF BI BO BT BW BY CF CH CZ ET HU KG KZ LA LI LS LU MD MK ML MN MW NE NP PY RS RW SK SM SS SZ TD TJ TM UG UZ VA XK ZM ZW".split(
    " "
  )
)

/** No port is known by this code. `suggestions` are codes that look like it, the likeliest first. */
export class PortNotFound extends Schema.TaggedError<PortNotFound>()("PortNotFound", {
  code: Unlocode,
  suggestions: Schema.Array(Unlocode)
}) {
  override get message(): string {
    const country = this.code.slice(0, 2)
    const isLandlocked = LANDLOCKED.has(country)
    const search = isLandlocked ? "name the sea port that its cargo goes through" : "look it up with a search by name"
    const hint = this.suggestions.length === 0 ? search : `did you mean ${this.suggestions.join(", ")}?`
    return `no port is known by the code ${this.code}: ${isLandlocked ? `${country} lies on no sea; ` : ""}${hint}`
  }
}
