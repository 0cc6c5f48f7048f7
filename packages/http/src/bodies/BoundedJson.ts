import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { Effect } from "effect"
import { type JsonLimits, JsonMeter } from "./JsonShape.ts"
import { parseJson } from "./SlicedJson.ts"

/** The bytes that are measured in one step: about a millisecond. */
const MEASURED_BYTES = 512 * 1024

/** Measures a JSON text in slices, up to its end or its first excess. */
export const measureJson = Effect.fnUntraced(function* (bytes: Uint8Array, limits: JsonLimits, listDepth?: number) {
  const meter = new JsonMeter(bytes, limits, listDepth)
  while (!meter.next(MEASURED_BYTES)) yield* nextSlice
  return meter
})

/**
 * Parses a JSON text as `JSON.parse` does, in slices between which other work runs. Fails with `excess` for a text beyond
 * the limits, before it is parsed, and with `invalid` for one that is not JSON.
 *
 * @param bytes a text in UTF-8
 */
export const parseBoundedJson = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  limits: JsonLimits
): Effect.fn.Return<unknown, "excess" | "invalid"> {
  const { excess } = yield* measureJson(bytes, limits)
  if (excess !== undefined) return yield* Effect.fail("excess" as const)
  return yield* Effect.mapError(parseJson(bytes), () => "invalid" as const)
})
