import { JsonParser, type JsonParsing, SOURCE_JSON_LIMITS } from "@landfall/feeds/json/JsonParser"
import { parseBoundedJson } from "@landfall/http/bodies/BoundedJson"
import { Layer } from "effect"

/** The parser of large JSON of sources in a process that serves other work: in slices, as bodies of requests. */
export const slicedJsonParser: JsonParsing = { parse: (bytes) => parseBoundedJson(bytes, SOURCE_JSON_LIMITS) }

/** `slicedJsonParser` as the `JsonParser`. */
export const layer = Layer.succeed(JsonParser, slicedJsonParser)
