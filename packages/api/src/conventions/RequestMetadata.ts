import { Metadata } from "@landfall/core/alerts/endpoints/Endpoint"
import { Schema } from "effect"

/**
 * The maximum number of bytes of the keys and values of one object's labels in UTF-8. Lists return them, and alerts
 * repeat them.
 */
export const MAX_METADATA_BYTES = 8192

/** The maximum number of UTF-8 bytes for one UTF-16 code unit of a JavaScript string. */
const MAX_BYTES_PER_UNIT = 3

const encoder = new TextEncoder()

const bytesOf = (metadata: Metadata): number => {
  const texts = Object.entries(metadata).flat()
  const units = texts.reduce((sum, text) => sum + text.length, 0)
  if (units * MAX_BYTES_PER_UNIT <= MAX_METADATA_BYTES) return units
  return texts.reduce((sum, text) => sum + encoder.encode(text).length, 0)
}

/** Labels of a request. Objects that an earlier version stored may have larger ones. */
export const RequestMetadata = Metadata.pipe(
  Schema.check(
    Schema.makeFilter((metadata) => {
      const bytes = bytesOf(metadata)
      return bytes <= MAX_METADATA_BYTES
        ? undefined
        : `has keys and values of ${bytes} bytes in UTF-8; together they must have at most ${MAX_METADATA_BYTES}`
    })
  )
)
