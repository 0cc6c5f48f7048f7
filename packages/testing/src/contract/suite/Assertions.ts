import { assert } from "@effect/vitest"
import { Cause, Effect, Exit, Result } from "effect"

/** A value as JSON shows it: what two values that mean the same have in common, whatever they cache inside. */
const toPlainJson = (value: unknown): unknown => JSON.parse(JSON.stringify({ value }))

/** Asserts that two values mean the same. Secrets all look alike: compare them unwrapped. */
export const assertSame = <A>(actual: A, expected: A, message?: string): void =>
  assert.deepStrictEqual(toPlainJson(actual), toPlainJson(expected), message)

/** Asserts that an effect fails with an error of this tag, and answers the error. */
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

/** Asserts that an effect does not succeed, be it by a failure or a defect. */
export const assertFails = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.map(Effect.exit(effect), (exit) => {
    assert.isTrue(Exit.isFailure(exit), "should be refused, but succeeded")
    if (Exit.isFailure(exit)) assert.isFalse(Cause.hasInterruptsOnly(exit.cause), "should be refused, not interrupted")
  })
