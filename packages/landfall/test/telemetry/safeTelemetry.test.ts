import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Logger, Option, Schema, Tracer } from "effect"
import { safeLogger } from "../../src/telemetry/SafeLogger.ts"
import { isTraceSampled, safeTracer } from "../../src/telemetry/SafeTracer.ts"
import { makeExtensibleMask, makeSecretMask } from "../../src/telemetry/SecretMask.ts"

class StoreFailed extends Schema.TaggedError<StoreFailed>()("StoreFailed", {
  operation: Schema.String,
  row: Schema.String,
  cause: Schema.Defect()
}) {}

describe("the mask of secrets", () => {
  const mask = makeSecretMask(["open sesame", "open sesame and more", "short"])

  it("hides the secrets of the process wherever they occur, the longest first", () => {
    assert.strictEqual(mask("said open sesame and more, open sesame"), "said (hidden), (hidden)")
    assert.strictEqual(mask("a short text"), "a short text")
  })

  it("hides secrets that are added later, and those that it had before", () => {
    const extensible = makeExtensibleMask(["open sesame"])
    assert.strictEqual(extensible.mask("open sesame, shut sesame"), "(hidden), shut sesame")
    extensible.addSecrets(["shut sesame", "word"])
    assert.strictEqual(extensible.mask("open sesame, shut sesame, word"), "(hidden), (hidden), word")
  })

  it("hides what has the form of a secret", () => {
    for (const [text, masked] of [
      ["secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw= of", "secret whsec_(hidden) of"],
      ["key lf_0123456789abcdefABCDEF rejected", "key lf_(hidden) rejected"],
      ["Authorization: bearer abc.def", "Authorization: bearer (hidden)"],
      ["postgres://me:p@ss@db/x failed", "postgres://me:(hidden)@db/x failed"],
      ["http://h/x?a=1&password=hunter2&b=2", "http://h/x?a=1&password=(hidden)&b=2"],
      ["http://127.0.0.1:8080/a@b", "http://127.0.0.1:8080/a@b"]
    ] as const)
      assert.strictEqual(mask(text), masked)
  })
})

describe("the safe logger", () => {
  /** The lines that an effect logs, in every text format. */
  const linesOf = Effect.fnUntraced(function* (effect: Effect.Effect<void>) {
    const lines: Array<string> = []
    const mask = makeSecretMask(["open sesame"])
    const loggers = [Logger.formatLogFmt, Logger.formatJson].map((format) =>
      safeLogger(
        Logger.map(format, (line) => void lines.push(line)),
        mask
      )
    )
    yield* Effect.provide(effect, Logger.layer(loggers))
    return lines
  })

  it.effect("writes the message of an error and of its causes, no other property, and one line for each event", () =>
    Effect.gen(function* () {
      const cause = new StoreFailed({ operation: "Store.read", row: "private", cause: new Error("open sesame failed") })
      const lines = yield* linesOf(
        Effect.andThen(Effect.logWarning("Reading failed.", cause), Effect.logError("It failed.", Cause.die(cause)))
      )
      assert.lengthOf(lines, 4)
      for (const line of lines) {
        assert.notInclude(line, "private")
        assert.notInclude(line, "sesame")
        assert.notInclude(line, "\n")
        assert.include(line, "Store.read")
        assert.include(line, "(hidden) failed")
      }
    })
  )

  it.effect("hides the messages of errors that quote data", () =>
    Effect.gen(function* () {
      const parse = Effect.try({ try: () => JSON.parse('{"a": payload}'), catch: (error) => error })
      const decode = Schema.decodeUnknownEffect(Schema.Struct({ a: Schema.Int }))({ a: "payload" })
      const lines = yield* linesOf(
        Effect.gen(function* () {
          for (const failing of [parse, decode]) {
            const exit = yield* Effect.exit<unknown, unknown, never>(failing)
            if (Exit.isFailure(exit)) yield* Effect.logError("It failed.", exit.cause)
          }
        })
      )
      assert.lengthOf(lines, 4)
      for (const line of lines) {
        assert.notInclude(line, "payload")
        assert.include(line, "the message quotes data and is hidden")
      }
    })
  )
})

describe("the safe tracer", () => {
  /** A tracer that records the spans that it ends. */
  const recordingTracer = () => {
    const ended: Array<Tracer.Span> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        const end = span.end.bind(span)
        span.end = (endTime, exit) => {
          end(endTime, exit)
          ended.push(span)
        }
        return span
      }
    })
    return { ended, tracer }
  }

  it.effect("shows the type of an error and not its message", () =>
    Effect.gen(function* () {
      const { ended, tracer } = recordingTracer()
      const failing = Effect.fail(new StoreFailed({ operation: "Store.read", row: "private", cause: "secret" }))
      yield* Effect.exit(Effect.withSpan(failing, "failing")).pipe(
        Effect.provideService(Tracer.Tracer, safeTracer(tracer, 1))
      )
      const [span] = ended
      assert.isDefined(span)
      if (span.status._tag !== "Ended" || Exit.isSuccess(span.status.exit)) throw new Error("The span has not failed.")
      const shown = Cause.prettyErrors(span.status.exit.cause).map(({ name, stack }) => [name, stack])
      assert.deepStrictEqual(shown, [["StoreFailed", "StoreFailed: "]])
    })
  )

  it.effect("exports no trace at a share of 0 and all at 1, with the spans of a trace alike", () =>
    Effect.gen(function* () {
      for (const [share, sampled] of [
        [0, false],
        [1, true]
      ] as const) {
        const { ended, tracer } = recordingTracer()
        yield* Effect.withSpan(Effect.withSpan(Effect.void, "inner"), "outer").pipe(
          Effect.provideService(Tracer.Tracer, safeTracer(tracer, share))
        )
        assert.deepStrictEqual(
          ended.map((span) => span.sampled),
          [sampled, sampled]
        )
      }
    })
  )

  it("decides by the trace id, so that every service decides the same", () => {
    assert.isTrue(isTraceSampled("00000000000000000000000000000000", 0.5))
    assert.isFalse(isTraceSampled("000000000000000000ffffffffffffff", 0.5))
    assert.isTrue(isTraceSampled("ffffffffffffffffff00000000000000", 0.1))
    assert.isFalse(isTraceSampled("00000000000000000000000000000000", 0))
  })

  it.effect("samples a trace that a caller began by its id too", () =>
    Effect.gen(function* () {
      const { ended, tracer } = recordingTracer()
      const parent = Tracer.externalSpan({ traceId: "f".repeat(32), spanId: "1".repeat(16), sampled: true })
      yield* Effect.withSpan(Effect.void, "request", { parent }).pipe(
        Effect.provideService(Tracer.Tracer, safeTracer(tracer, 0.5))
      )
      assert.deepStrictEqual(
        ended.map((span) => [span.sampled, Option.isSome(span.parent)]),
        [[false, true]]
      )
    })
  )
})
