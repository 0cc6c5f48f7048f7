import { Predicate, Schema, type SchemaAST } from "effect"

/** Where a rule is broken, from the object it judges, and what must be, as a phrase that follows the path. */
export interface RuleViolation {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

export type RuleCheck = (value: Readonly<Record<string, unknown>>) => ReadonlyArray<RuleViolation>

const RULE_CHECK = "@landfall/core/faults/Rule"

/**
 * A rule between the properties of an object, such as "one of these two". A schema runs its checks only once every
 * property is right, so that a caller would hear of a broken rule after mending the rest. `faultsOf` therefore asks the
 * judge again about an object that has other faults: `judge` sees what was sent, any value in any property, and reports
 * nothing about properties it cannot read.
 */
export const makeRule = (judge: RuleCheck): SchemaAST.Filter<object> =>
  Schema.makeFilter<object>((value) => judge({ ...value }).map(({ path, message }) => ({ path, issue: message })), {
    [RULE_CHECK]: judge
  })

const isRuleCheck = (value: unknown): value is RuleCheck => typeof value === "function"

/** What the rules among these checks find in a value that did not come as far as its checks. */
export const violationsOf = (checks: SchemaAST.Checks | undefined, value: unknown): ReadonlyArray<RuleViolation> => {
  if (checks === undefined || !Predicate.isObject(value)) return []
  return checks.flatMap((check) => {
    if (check._tag === "FilterGroup") return violationsOf(check.checks, value)
    const judge = check.annotations?.[RULE_CHECK]
    return isRuleCheck(judge) ? judge({ ...value }) : []
  })
}

/** Exactly one of these properties is given. `what` names it for the reader, such as "the vessel". */
export const exactlyOneOf = (what: string, names: readonly [string, string]): SchemaAST.Filter<object> =>
  makeRule((value) => {
    const given = names.filter((name) => Object.hasOwn(value, name) && value[name] !== undefined)
    if (given.length === 1) return []
    const found = given.length === 0 ? "neither" : "both"
    return [{ path: [], message: `must name ${what} by exactly one of ${names[0]} and ${names[1]}, and has ${found}` }]
  }).abort()
