import { bodyErrorCode } from "@landfall/api/conventions/ErrorCode"
import { detailsOf, makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { EasyShipment, MAX_SHIPMENTS } from "@landfall/api/tracking/ShipmentsApi"
import type { Fault } from "@landfall/core/faults/Fault"
import { FIRST_FAULT_OPTIONS, faultsOf, STRICT_PARSE_OPTIONS } from "@landfall/core/faults/Parse"
import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { DateTime, Effect, Predicate, Result, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { readJsonPayload } from "../bodies/JsonPayload.ts"
import { ApiError } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"

type Body = typeof EasyShipment.Type
type Group = Body[string]

/** The lines that are decoded in one step: some milliseconds, whatever they contain. */
const SLICE_LINES = 40
/** The maximum number of values of a body that is decoded whole, with all its faults. */
const SMALL_VALUES = 1000

const decodeWhole = Schema.decodeUnknownResult(EasyShipment, STRICT_PARSE_OPTIONS)
const decodeFirst = Schema.decodeUnknownResult(EasyShipment, FIRST_FAULT_OPTIONS)

/** The lines of an endpoint; undefined when the value is not exactly a list of them that is not too long. */
const linesOf = (group: unknown): ReadonlyArray<unknown> | undefined => {
  if (!Predicate.isObject(group) || Object.keys(group).length !== 1 || !("shipments" in group)) return undefined
  const { shipments } = group
  return Array.isArray(shipments) && shipments.length <= MAX_SHIPMENTS ? shipments : undefined
}

/** Moves the faults of a part of the lines to the index of its first line. */
const movedBy = (faults: ReadonlyArray<Fault>, first: number): ReadonlyArray<Fault> =>
  faults.map((fault) => {
    const [endpoint, list, index, ...rest] = fault.path
    return typeof index === "number" && endpoint !== undefined && list !== undefined
      ? { ...fault, path: [endpoint, list, index + first, ...rest] }
      : fault
  })

/** All faults of the first invalid line. */
const faultsOfSlice = (endpoint: string, lines: ReadonlyArray<unknown>, first: number): ReadonlyArray<Fault> => {
  for (const [index, line] of lines.entries()) {
    const body = { [endpoint]: { shipments: [line] } }
    if (Result.isSuccess(decodeFirst(body))) continue
    const decoded = decodeWhole(body)
    if (Result.isFailure(decoded)) return movedBy(faultsOf(decoded.failure), first + index)
  }
  return []
}

/** Decodes a body of many lines in slices. Fails with the faults of the first invalid endpoint or line. */
const decodeInSlices = Effect.fnUntraced(function* (payload: unknown) {
  if (!Predicate.isObject(payload)) return yield* Effect.fromResult(Result.mapError(decodeFirst(payload), faultsOf))
  const body: Record<string, Group> = {}
  for (const [endpoint, group] of Object.entries(payload)) {
    const lines = linesOf(group)
    if (lines === undefined || lines.length === 0) {
      const whole = yield* Effect.fromResult(Result.mapError(decodeFirst({ [endpoint]: group }), faultsOf))
      Object.assign(body, whole)
      continue
    }
    const shipments: Array<Group["shipments"][number]> = []
    for (let first = 0; first < lines.length; first += SLICE_LINES) {
      if (first > 0) yield* nextSlice
      const slice = lines.slice(first, first + SLICE_LINES)
      const decoded = decodeFirst({ [endpoint]: { shipments: slice } })
      if (Result.isFailure(decoded)) return yield* Effect.fail(faultsOfSlice(endpoint, slice, first))
      for (const line of decoded.success[endpoint]?.shipments ?? []) shipments.push(line)
    }
    body[endpoint] = { shipments }
  }
  return body
})

/** The lines by endpoint that a value lists, in slices when the body of the call has many values. */
const decodeLines = (payload: unknown) =>
  Effect.flatMap(CurrentCall, ({ bodyValues }) =>
    bodyValues <= SMALL_VALUES
      ? Effect.fromResult(Result.mapError(decodeWhole(payload), faultsOf))
      : decodeInSlices(payload)
  )

const rejectFaults = Effect.fnUntraced(function* (faults: ReadonlyArray<Fault>) {
  const now = yield* DateTime.now
  return yield* Effect.fail(new ApiError(makeErrorInfo(bodyErrorCode(faults), now, { details: detailsOf(faults) })))
})

/** The lines of a request by endpoint. Of a body with many values, the faults of the first faulty line are reported. */
export const readEasyShipment = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.flatMap(readJsonPayload(request), (payload) => Effect.catch(decodeLines(payload), rejectFaults))

/** The lines of a request that names no endpoint: `{"shipments": […]}`. */
export const readShipmentLines = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.flatMap(readJsonPayload(request), (payload) =>
    decodeLines({ lines: payload }).pipe(
      Effect.map((body) => body.lines?.shipments ?? []),
      Effect.catch((faults) => rejectFaults(faults.map((fault) => ({ ...fault, path: fault.path.slice(1) }))))
    )
  )
