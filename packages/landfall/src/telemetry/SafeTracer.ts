import { Cause, Exit, Option, Tracer } from "effect"
import { errorTypeOf } from "./SafeCause.ts"

/** The last 14 hexadecimal digits of a trace id are random: a number below 2^56. */
const RANDOM_DIGITS = 14

/**
 * Whether a share of all traces, from 0 to 1, includes this one. Every service that decides by the same share decides the
 * same: TraceIdRatioBased of the OpenTelemetry specification.
 */
export const isTraceSampled = (traceId: string, share: number): boolean =>
  Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) < share * 16 ** RANDOM_DIGITS

const typeError = (error: unknown): Error => {
  const typed = new Error("")
  typed.name = errorTypeOf(error)
  typed.stack = typed.name
  return typed
}

/** A result as a span may show it: the types of its errors, without messages and stacks, which can quote data. */
const safeExit = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
    ? exit
    : Exit.failCause(
        Cause.fromReasons(
          exit.cause.reasons.flatMap((reason) =>
            reason._tag === "Interrupt"
              ? []
              : [Cause.makeFailReason(typeError(reason._tag === "Fail" ? reason.error : reason.defect))]
          )
        )
      )

/**
 * A tracer that exports a share of the traces, and the types of errors only. A trace that a caller began is sampled by its
 * id too: a caller cannot have all of its requests exported.
 */
export const safeTracer = (tracer: Tracer.Tracer, share: number): Tracer.Tracer =>
  Tracer.make({
    ...tracer,
    span: (options) => {
      const isLocalRoot = !Option.exists(options.parent, ({ _tag }) => _tag === "Span")
      let span = tracer.span(options)
      if (isLocalRoot && span.sampled && !isTraceSampled(span.traceId, share)) {
        span = tracer.span({ ...options, sampled: false })
      }
      const end = span.end.bind(span)
      span.end = (endTime, exit) => end(endTime, safeExit(exit))
      return span
    }
  })
