import { assert } from "@effect/vitest"
import { Cause, Effect, Exit, Result } from "effect"

/** A value as plain JSON, without the values that instances cache inside. */
const toPlainJson = (value: unknown): unknown => JSON.parse(JSON.stringify({ value }))

/** Asserts that two values have the same JSON. All redacted values have the same JSON: compare them unwrapped. */
export const assertSame = <A>(actual: A, expected: A, message?: string): void =>
  assert.deepStrictEqual(toPlainJson(actual), toPlainJson(expected), message)

/** Asserts that an effect fails with an error of this tag, and returns the error. */
export const assertFailsWith = <A, E extends { readonly _tag: string }, R, Tag extends E["_tag"]>(
  effect: Effect.Effect<A, E, R>,
  tag: Tag
): Effect.Effect<Extract<E, { readonly _tag: Tag }>, never, R> =>
  Effect.flatMap(Effect.result(effect), (result) => {
    if (Result.isSuccess(result)) return Effect.die(new Error(`should fail with ${tag}, but succeeded`))
    const error = result.failure
    return isTagged(error, tag) ? Effect.succeed(error) : Effect.die(error)
  })

const isTagged = <E extends { readonly _tag: string }, Tag extends E["_tag"]>(
  error: E,
  tag: Tag
): error is Extract<E, { readonly _tag: Tag }> => error._tag === tag

/** Asserts that an effect ends with a failure or a defect. */
export const assertFails = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.map(Effect.exit(effect), (exit) => {
    assert.isTrue(Exit.isFailure(exit), "should fail, but succeeded")
    if (Exit.isFailure(exit)) assert.isFalse(Cause.hasInterruptsOnly(exit.cause), "should fail, but was interrupted")
  })
