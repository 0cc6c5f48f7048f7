import { Result, Schema } from "effect"
import { describeFault, type Fault } from "../../src/faults/Fault.ts"
import { parse } from "../../src/faults/Parse.ts"

export const Sender = Schema.Struct({ name: Schema.String, age: Schema.optionalKey(Schema.Int) })

export const Parcel = Schema.Struct({
  number: Schema.String.check(Schema.isMinLength(3)),
  sender: Sender,
  kind: Schema.Literals(["letter", "box"]),
  tags: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isBetweenLength(1, 3))),
  secret: Schema.optionalKey(Schema.String.check(Schema.isMinLength(10)))
})

/** A valid parcel, which tests make invalid. */
export const parcel = { number: "ABC", sender: { name: "Ann" }, kind: "box" }

/** The faults of an input; empty when it is valid. */
export const faultsIn = (schema: Schema.ConstraintDecoder<unknown>, input: unknown): ReadonlyArray<Fault> =>
  Result.match(parse(schema)(input), { onFailure: (faults) => faults, onSuccess: () => [] })

export const messagesIn = (schema: Schema.ConstraintDecoder<unknown>, input: unknown): ReadonlyArray<string> =>
  faultsIn(schema, input).map((fault) => describeFault(fault))
