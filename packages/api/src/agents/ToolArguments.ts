import { MAX_PAGE_LIMIT } from "@landfall/core/listing/Page"
import { Schema } from "effect"

/** A text argument, not empty. */
export const text = (description: string, maxLength = 256) =>
  Schema.String.check(
    Schema.isMinLength(1, { message: "must not be empty" }),
    Schema.isMaxLength(maxLength, { message: `must have at most ${maxLength} characters` })
  ).annotate({ description })

/** An argument that can be omitted. */
export const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(schema)

/** One of several values. */
export const oneOf = <const Words extends ReadonlyArray<string>>(words: Words, description: string) =>
  Schema.Literals(words).annotate({ description })

/** A whole number. */
export const wholeNumber = (minimum: number, maximum: number, description: string) =>
  Schema.Int.check(
    Schema.isBetween({ minimum, maximum }, { message: `must be a whole number from ${minimum} to ${maximum}` })
  ).annotate({ description })

/** A port by its UN/LOCODE. The service validates it, and suggests similar codes. */
export const port = (description: string) =>
  text(
    `${description} A UN/LOCODE: two letters of the country and three characters, such as NLRTM. Find it with search_ports.`,
    20
  )

/** An instant. The service validates it. */
export const instant = (description: string) =>
  text(`${description} ISO 8601 with its zone, such as 2026-03-01T12:00:00Z.`, 40)

/** The maximum number of rows. */
export const limit = (byDefault: number, maximum = MAX_PAGE_LIMIT) =>
  optional(wholeNumber(1, maximum, `The maximum number of rows, 1 to ${maximum}. Default: ${byDefault}.`))

/** The position in a list. */
export const iterator = optional(
  text("The `iterator` of the previous result, to continue the list. Omit it for the first page.", 4096)
)

/** The properties that have a value. */
export const present = <Fields extends Readonly<Record<string, unknown>>>(
  fields: Fields
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  // Object.entries widens the names to strings and the values to unknown.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
