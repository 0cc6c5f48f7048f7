import { Result } from "effect"
import { suggest } from "./Suggestions.ts"

/** The names of a text of named numbers, and the words of its faults. */
export interface NamedNumbersForm<Name extends string> {
  readonly names: ReadonlyArray<Name>
  /** The kind of a name, with its article: `a metered operation`. */
  readonly kind: string
  /** The noun of a number, as in `the price of co2.voyage is "x"`. */
  readonly value: string
  /** The form of a part: `operation=credits`. */
  readonly form: string
  /** The unit of the numbers: `credits`. */
  readonly unitOf: (name: Name) => string
  readonly minimumOf: (name: Name) => number
  readonly maximum: number
}

const describeUnknown = <Name extends string>(name: string, { names, kind }: NamedNumbersForm<Name>): string => {
  const near = suggest(name, names)
  return near.length > 0
    ? `"${name}" is not ${kind}, but ${near.join(" or ")} is`
    : `"${name}" is not ${kind}; these are ${names.join(", ")}`
}

const MAX_DIGITS = 12

const isWithin = (text: string, minimum: number, maximum: number): boolean =>
  /^\d+$/.test(text) && text.length <= MAX_DIGITS && Number(text) >= minimum && Number(text) <= maximum

/**
 * Reads a text such as `co2.voyage=2,shipment.track=15`: names with whole numbers, each at most once. Fails with the first
 * fault, as part of a sentence.
 */
export const parseNamedNumbers = <Name extends string>(
  text: string,
  form: NamedNumbersForm<Name>
): Result.Result<ReadonlyMap<Name, number>, string> => {
  const numbers = new Map<Name, number>()
  for (const part of text.split(",").map((item) => item.trim())) {
    if (part === "") continue
    const [key = "", value, ...rest] = part.split("=").map((side) => side.trim())
    if (value === undefined || rest.length > 0) return Result.fail(`"${part}" is not of the form ${form.form}`)
    const name = form.names.find((candidate) => candidate === key)
    if (name === undefined) return Result.fail(describeUnknown(key, form))
    const minimum = form.minimumOf(name)
    if (!isWithin(value, minimum, form.maximum)) {
      return Result.fail(
        `the ${form.value} of ${name} is "${value}"; it must be a whole number of ${form.unitOf(name)} from ${minimum} to ${form.maximum}`
      )
    }
    if (numbers.has(name)) return Result.fail(`${name} has two ${form.value}s`)
    numbers.set(name, Number(value))
  }
  return Result.succeed(numbers)
}
