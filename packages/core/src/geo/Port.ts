import { Schema } from "effect"
import type { Fault, FaultPath } from "../faults/Fault.ts"
import { isStorable } from "../faults/StorableText.ts"
import { Position } from "./Position.ts"
import { Unlocode } from "./Unlocode.ts"

/** An ISO 3166-1 alpha-2 country code in upper case: the first two characters of a UN/LOCODE. */
export const CountryCode = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[A-Z]{2}$/u, { message: "must be a country by two capital letters of ISO 3166-1, such as NL" })
  ),
  Schema.brand("CountryCode")
)
export type CountryCode = typeof CountryCode.Type

/** A port. `position` is where its vessels berth. */
export const Port = Schema.Struct({
  code: Unlocode,
  name: Schema.NonEmptyString.check(isStorable, Schema.isMaxLength(200)),
  country: CountryCode,
  position: Position
})
export type Port = typeof Port.Type

/** A port in the results of a search. */
export const PortSearchResult = Schema.Struct({
  code: Unlocode.annotateKey({ description: "UN/LOCODE." }),
  name: Port.fields.name.annotateKey({ description: "The name of the port." }),
  country: CountryCode.annotateKey({ description: "ISO 3166-1 code of the country." }),
  position: Position.annotateKey({ description: "Where the vessels berth." }),
  inland: Schema.Boolean.annotateKey({
    description:
      "True when no sea-going vessel reaches the port: it can be found, but a voyage cannot start or end there."
  })
})
export type PortSearchResult = typeof PortSearchResult.Type

/** ISO 3166-1 codes (and XK, Kosovo) of countries without a sea coast; the Caspian Sea does not count. */
const LANDLOCKED = new Set(
  "AD AF AM AT AZ BF BI BO BT BW BY CF CH CZ ET HU KG KZ LA LI LS LU MD MK ML MN MW NE NP PY RS RW SK SM SS SZ TD TJ TM UG UZ VA XK ZM ZW".split(
    " "
  )
)

/** The fault of a code that no port has. */
export const unknownPortFault = (path: FaultPath, { code, suggestions }: PortNotFound): Fault => {
  const country = code.slice(0, 2)
  const search = suggestions.length === 0 ? { advice: "search for the port by its name" } : {}
  const advice = LANDLOCKED.has(country)
    ? { advice: `${country} has no sea coast: name the sea port of the cargo` }
    : search
  const rule = "must be the UN/LOCODE of a known port"
  return { kind: "invalid", path, rule, value: JSON.stringify(code), suggestions, ...advice }
}

/** No port has this code. `suggestions` lists existing codes that resemble it, most similar first. */
export class PortNotFound extends Schema.TaggedError<PortNotFound>()("PortNotFound", {
  code: Unlocode,
  suggestions: Schema.Array(Unlocode)
}) {
  override get message(): string {
    const country = this.code.slice(0, 2)
    const isLandlocked = LANDLOCKED.has(country)
    const search = isLandlocked ? "use the sea port that its cargo passes through" : "search for the port by name"
    const hint = this.suggestions.length === 0 ? search : `did you mean ${this.suggestions.join(", ")}?`
    return `no port has the code ${this.code}: ${isLandlocked ? `${country} is landlocked; ` : ""}${hint}`
  }
}
