import type { Zone } from "@landfall/core/congestion/zones/Zone"
import { ZoneShape } from "@landfall/core/congestion/zones/ZoneShape"
import { Option, Schema } from "effect"

const decode = Schema.decodeUnknownOption(Schema.toType(ZoneShape))

/** The id of a zone whose shape the schema rejects. */
export const ringFaults = ({ id, shape }: Zone): ReadonlyArray<string> => (Option.isNone(decode(shape)) ? [id] : [])
