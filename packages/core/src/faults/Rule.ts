import { Predicate, Schema, type SchemaAST } from "effect"

/** A broken rule of an object: the path from that object to the value, and the rule as a predicate that follows the path. */
export interface RuleViolation {
  readonly path: ReadonlyArray<string | number>
  readonly rule: string
}

/** Returns the violations of a rule; it receives any value in any property, and ignores properties that it cannot read. */
export type RuleCheck = (value: Readonly<Record<string, unknown>>) => ReadonlyArray<RuleViolation>

const RULE_CHECK = "@landfall/core/faults/Rule"

/**
 * A rule between the properties of an object, such as "exactly one of these two". A schema runs its checks only when
 * every property is valid. `faultsOf` therefore runs the check itself for an object that has other faults, on the input
 * as it was sent.
 */
export const makeRule = (check: RuleCheck): SchemaAST.Filter<object> =>
  Schema.makeFilter<object>((value) => check({ ...value }).map(({ path, rule }) => ({ path, issue: rule })), {
    [RULE_CHECK]: check
  })

const isRuleCheck = (value: unknown): value is RuleCheck => typeof value === "function"

/** The violations of the rules among these checks, for a value whose checks did not run. */
export const violationsOf = (checks: SchemaAST.Checks | undefined, value: unknown): ReadonlyArray<RuleViolation> => {
  if (checks === undefined || !Predicate.isObject(value)) return []
  return checks.flatMap((check) => {
    if (check._tag === "FilterGroup") return violationsOf(check.checks, value)
    const rule = check.annotations?.[RULE_CHECK]
    return isRuleCheck(rule) ? rule({ ...value }) : []
  })
}

/** Requires exactly one of two properties. `subject` names what they identify, such as "the vessel". */
export const exactlyOneOf = (subject: string, names: readonly [string, string]): SchemaAST.Filter<object> =>
  makeRule((value) => {
    const present = names.filter((name) => Object.hasOwn(value, name) && value[name] !== undefined)
    if (present.length === 1) return []
    const which = present.length === 0 ? "neither" : "both"
    return [{ path: [], rule: `must name ${subject} by exactly one of ${names[0]} and ${names[1]}, and has ${which}` }]
  }).abort()
