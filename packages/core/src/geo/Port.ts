import { Schema } from "effect"
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
  name: Schema.NonEmptyString,
  country: CountryCode,
  position: Position
})
export type Port = typeof Port.Type

/** No port is known by this code. `suggestions` are codes that look like it, the likeliest first. */
export class PortUnknown extends Schema.TaggedError<PortUnknown>()("PortUnknown", {
  code: Unlocode,
  suggestions: Schema.Array(Unlocode)
}) {
  override get message(): string {
    const [first] = this.suggestions
    const hint =
      first === undefined ? "look it up with a search by name" : `did you mean ${this.suggestions.join(", ")}?`
    return `no port is known by the code ${this.code}: ${hint}`
  }
}
