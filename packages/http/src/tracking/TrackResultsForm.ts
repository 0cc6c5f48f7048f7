import type { EasyShipment, TrackLineBody, TrackResult } from "@landfall/api/tracking/ShipmentsApi"
import { TrackResults } from "@landfall/api/tracking/ShipmentsApi"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { mapInSlices } from "@landfall/core/limits/WorkSlices"
import { normaliseNumber } from "@landfall/core/tracking/references/ContainerNumber"
import { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { parseShipmentReference } from "@landfall/core/tracking/references/ShipmentReference"
import { Effect, Result, Schema } from "effect"
import { HttpServerResponse } from "effect/http"

type Request = typeof EasyShipment.Type
type Line = typeof TrackLineBody.Type
type LineResult = typeof TrackResult.Type

const PREFIX = "shp_"

/**
 * A line in the stored form: the number of rejected lines that follow each other; or status (`a` accepted, `n` accepted
 * without a source, `k` already tracked), id without prefix, type and sealine, each empty while unknown.
 */
const StoredLine = Schema.Union([
  Schema.Int,
  Schema.Tuple([
    Schema.Literals(["a", "n", "k"]),
    Schema.String,
    Schema.Union([ReferenceType, Schema.Literal("")]),
    Schema.String
  ])
])
type StoredLine = typeof StoredLine.Type

/** The lines of each endpoint, in the order of the first request. */
const StoredResults = Schema.Array(Schema.Tuple([Schema.String, Schema.Array(StoredLine)]))

const decodeStored = Schema.decodeEffect(Schema.fromJsonString(StoredResults))
const decodeWhole = Schema.decodeEffect(Schema.fromJsonString(TrackResults))

const statusOf = ({ status, warning }: LineResult) =>
  status === "already_tracked" ? "k" : warning === undefined ? "a" : "n"

/** The fault of a line; undefined when the line is valid. */
const faultOf = ({ number, type, sealine }: Line): string | undefined => {
  const parsed = parseShipmentReference({ number, type: type ?? undefined, sealine: sealine ?? undefined })
  return Result.isFailure(parsed) ? parsed.failure.message : undefined
}

/** The result of a line that is rejected. */
export const rejectedResult = (
  endpointId: string,
  { number, sealine }: Pick<Line, "number" | "sealine">,
  reason: string
): LineResult => ({
  endpointId,
  number,
  sealine: sealine ?? null,
  type: null,
  shipmentId: null,
  status: "rejected",
  reason
})

/** The results as a response, whose text is made in slices, because there can be many. */
export const encodeTrackResults = ({ results }: typeof TrackResults.Encoded) =>
  Effect.map(
    mapInSlices(results, (result) => JSON.stringify(result)),
    (texts) =>
      HttpServerResponse.text(`{"results":[${texts.join(",")}]}`, { status: 202, contentType: "application/json" })
  )

/**
 * The results of a request as they are stored for its repetitions: the ids of its shipments, without the fields that
 * the repeated request contains. Its length does not depend on the texts of the request, and rejected lines take none.
 */
export const storeTrackResults = ({ results }: typeof TrackResults.Type): string => {
  const stored: Array<[string, Array<StoredLine>]> = []
  for (const result of results) {
    const last = stored.at(-1)
    const lines: Array<StoredLine> = last?.[0] === result.endpointId ? last[1] : []
    if (last?.[0] !== result.endpointId) stored.push([result.endpointId, lines])
    const { shipmentId, type, sealine } = result
    if (shipmentId !== null) {
      lines.push([statusOf(result), shipmentId.slice(PREFIX.length), type ?? "", sealine ?? ""])
      continue
    }
    const before = lines.at(-1)
    if (typeof before === "number") lines[lines.length - 1] = before + 1
    else lines.push(1)
  }
  return JSON.stringify(stored)
}

const CHANGED_RULE = "The line was rejected by the rules of an earlier version."

const restoreLine = (
  endpointId: string,
  line: Line,
  [status, id, type, sealine]: Exclude<StoredLine, number>
): LineResult => ({
  endpointId,
  number: normaliseNumber(line.number),
  sealine: sealine === "" ? null : sealine,
  type: type === "" ? null : type,
  shipmentId: ShipmentId.make(`${PREFIX}${id}`),
  status: status === "k" ? "already_tracked" : "accepted",
  ...(status === "n" ? { warning: "no_source" as const } : {})
})

/** A line of the request with its stored result. */
interface StoredResult {
  readonly endpointId: string
  readonly line: Line
  readonly stored: StoredLine
}

const pairLines = (
  endpointId: string,
  lines: ReadonlyArray<Line>,
  stored: ReadonlyArray<StoredLine>
): ReadonlyArray<StoredResult> => {
  let next = 0
  return stored.flatMap((one) => {
    const from = next
    next += typeof one === "number" ? one : 1
    return lines.slice(from, next).map((line) => ({ endpointId, line, stored: one }))
  })
}

const restoreResult = ({ endpointId, line, stored }: StoredResult): LineResult =>
  typeof stored === "number"
    ? rejectedResult(endpointId, line, faultOf(line) ?? CHANGED_RULE)
    : restoreLine(endpointId, line, stored)

/** Restores the first results of a request, from the form of `storeTrackResults` and the repeated request. */
export const restoreTrackResults = Effect.fnUntraced(function* (stored: string, request: Request) {
  // Versions before this form stored the whole response.
  if (stored.startsWith("{")) return yield* decodeWhole(stored)
  const endpoints = yield* decodeStored(stored)
  const pairs = endpoints.flatMap(([id, lines]) => pairLines(id, request[id]?.shipments ?? [], lines))
  return { results: yield* mapInSlices(pairs, restoreResult) }
})
