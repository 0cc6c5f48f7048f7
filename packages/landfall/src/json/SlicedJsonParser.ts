import { JsonParser, type JsonParsing, SOURCE_JSON_LIMITS } from "@landfall/feeds/json/JsonParser"
import { Effect, Layer } from "effect"

// Loaded on use, because every command loads this module.
const boundedJson = Effect.promise(() => import("@landfall/http/bodies/BoundedJson"))

/** The parser of large JSON of sources in a process that serves other work: in slices, as bodies of requests. */
export const slicedJsonParser: JsonParsing = {
  parse: (bytes) => Effect.flatMap(boundedJson, ({ parseBoundedJson }) => parseBoundedJson(bytes, SOURCE_JSON_LIMITS))
}

/** `slicedJsonParser` as the `JsonParser`. */
export const layer = Layer.succeed(JsonParser, slicedJsonParser)
