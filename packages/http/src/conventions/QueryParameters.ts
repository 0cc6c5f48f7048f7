import { detailsOf } from "@landfall/api/conventions/ErrorInfo"
import type { TimeWindow } from "@landfall/core/alerts/operations/MessageLog"
import type { Fault } from "@landfall/core/faults/Fault"
import { MAX_FAULTS } from "@landfall/core/faults/Parse"
import { DateTime, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { type ApiError, failWith } from "./ApiError.ts"

const UNKNOWN_RULE = "is not a known parameter"

/** Whether the query of a URL has a parameter more than once. No operation reads several values. */
const isRepeated = (url: string, name: unknown): boolean =>
  typeof name === "string" && new URLSearchParams(url.slice(url.indexOf("?"))).getAll(name).length > 1

/** The faults of the query parameters of a URL, worded for parameters where the schema words them for properties. */
export const parameterFaults = (faults: ReadonlyArray<Fault>, url: string): ReadonlyArray<Fault> =>
  faults.map(({ advice, ...fault }) => {
    if (fault.kind === "invalid" && isRepeated(url, fault.path[0]))
      return { kind: "invalid", path: fault.path.slice(0, 1), rule: "is given several times; send it once" }
    return {
      ...fault,
      ...(fault.kind === "unknown" ? { rule: UNKNOWN_RULE } : {}),
      ...(advice === undefined ? {} : { advice: advice.replace(/^known properties/, "known parameters") })
    }
  })

const superfluousParameter = (name: string): Fault => ({
  kind: "unknown",
  path: [name],
  rule: UNKNOWN_RULE,
  advice: "the operation has no query parameters"
})

/** Rejects every query parameter of a request whose operation declares none; undefined when it has none. */
export const rejectParameters = (parameters: Readonly<Record<string, unknown>>) => {
  const names = Object.keys(parameters)
  return names.length === 0
    ? undefined
    : failWith("parameterInvalid", detailsOf(names.slice(0, MAX_FAULTS).map(superfluousParameter), "query"))
}

/** Runs the handler of an operation that declares no query parameters, for requests that have none. */
export const withoutParameters = <A, E, R>(handler: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    HttpServerRequest.ParsedSearchParams,
    (parameters): Effect.Effect<A, E | ApiError, R> => rejectParameters(parameters) ?? handler
  )

/** Rejects a window that ends before it starts. */
export const checkWindow = ({ since, until }: Partial<TimeWindow>) =>
  since !== undefined && until !== undefined && DateTime.isGreaterThan(since, until)
    ? failWith("parameterInvalid", ["query.since must not be after query.until."])
    : Effect.void
