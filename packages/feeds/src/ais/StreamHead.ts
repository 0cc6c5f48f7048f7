import { Effect, Pull, Stream } from "effect"

const concatBytes = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/**
 * Detects a property of a stream from its first bytes, and continues with the whole stream. `detect` returns undefined
 * while it needs more bytes; when `isAll` is true there are no more, and the result is final.
 */
export const branchOnHead = <A, E, R, B, E2, R2>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  detect: (head: Uint8Array, isAll: boolean) => A | undefined,
  continueWith: (detected: A | undefined, whole: Stream.Stream<Uint8Array, E>) => Stream.Stream<B, E2, R2>
): Stream.Stream<B, E | E2, R | R2> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const pull = yield* Stream.toPull(bytes)
      const next = Pull.catchDone(pull, () => Effect.succeed(undefined))
      let chunks: ReadonlyArray<Uint8Array> | undefined = yield* next
      let head = concatBytes(chunks ?? [])
      let detected = detect(head, chunks === undefined)
      while (detected === undefined && chunks !== undefined) {
        chunks = yield* next
        head = concatBytes([head, ...(chunks ?? [])])
        detected = detect(head, chunks === undefined)
      }
      const rest = chunks === undefined ? Stream.empty : Stream.fromPull(Effect.succeed(pull))
      return continueWith(detected, head.length === 0 ? rest : Stream.concat(Stream.succeed(head), rest))
    })
  )
