import { Result, Schema, type SchemaAST, type SchemaIssue } from "effect"
import { formatCount } from "../listing/Count.ts"
import type { Fault } from "./Fault.ts"
import { faultsOfIssue } from "./SchemaFaults.ts"

/** At most this many faults are reported one by one; the rest are counted. */
export const MAX_FAULTS = 50

/**
 * The options of parsing external input: every fault is reported, unknown properties are rejected, and faults carry the
 * values found.
 */
export const STRICT_PARSE_OPTIONS: SchemaAST.ParseOptions = {
  errors: "all",
  onExcessProperty: "error",
  reportInput: true
}

/** As `STRICT_PARSE_OPTIONS`, up to the first fault: to collect those of a large input can take seconds. */
export const FIRST_FAULT_OPTIONS: SchemaAST.ParseOptions = { ...STRICT_PARSE_OPTIONS, errors: "first" }

/**
 * The faults of a failed parse: at most 50, and one more at the root that counts the rest. Of a union, the branch
 * that fits best is reported. Faults carry values only when the parse reports its input (`STRICT_PARSE_OPTIONS` does), and
 * never below a name such as secret, key, authorization or headers.
 */
export const faultsOf = (failure: Schema.SchemaError | SchemaIssue.Issue): ReadonlyArray<Fault> => {
  const issue = Schema.isSchemaError(failure) ? failure.issue : failure
  const { faults, count } = faultsOfIssue(issue, MAX_FAULTS)
  const omitted = count - faults.length
  return omitted === 0
    ? faults
    : [...faults, { kind: "invalid", path: [], rule: `has ${formatCount(omitted, "more fault")}` }]
}

/** A parser of external input: returns the decoded value, or every fault of the input. */
export const parse = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, STRICT_PARSE_OPTIONS)
  return (input: unknown): Result.Result<S["Type"], ReadonlyArray<Fault>> => Result.mapError(decode(input), faultsOf)
}
