import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { type ContentCoding, preferredCoding } from "../../edge/ContentCoding.ts"

/** Higher levels take seconds for a page of 3 MB, and save a tenth. */
const BROTLI_QUALITY = 6

type Completed = (error: Error | null, compressed: Uint8Array) => void

/** Compresses on another thread. */
const COMPRESSORS: Readonly<Record<ContentCoding, (bytes: Uint8Array, completed: Completed) => void>> = {
  br: (bytes, completed) =>
    brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, completed),
  gzip: (bytes, completed) => gzip(bytes, completed)
}

const compress = (bytes: Uint8Array, coding: ContentCoding) =>
  Effect.callback<Uint8Array>((resume) =>
    COMPRESSORS[coding](bytes, (error, compressed) =>
      resume(error === null ? Effect.succeed(compressed) : Effect.die(error))
    )
  )

/**
 * Holds a response once for each content coding, and returns the effect that selects one for the current request. Each is
 * compressed by the first request that accepts it and written from one buffer, so that a connection that does not read
 * holds no copy.
 */
export const storeDocument = Effect.fnUntraced(function* (response: HttpServerResponse.HttpServerResponse) {
  const { body } = response
  if (body._tag !== "Uint8Array") return Effect.succeed(response)
  const bytes = body.body
  const { status, headers } = response
  const contentType = headers["content-type"] ?? body.contentType
  const bodyOf = (content: Uint8Array, more: Readonly<Record<string, string>>) =>
    HttpServerResponse.uint8Array(content, {
      status,
      contentType,
      headers: { ...headers, ...more, "content-length": String(content.length) }
    })
  const plain = bodyOf(bytes, { "content-encoding": "identity" })
  const tag = headers.etag
  const compressed = (coding: ContentCoding) =>
    Effect.cached(
      Effect.map(compress(bytes, coding), (content) =>
        bodyOf(content, {
          "content-encoding": coding,
          vary: "Accept-Encoding",
          ...(tag === undefined ? {} : { etag: `W/${tag}` })
        })
      )
    )
  const forms = { br: yield* compressed("br"), gzip: yield* compressed("gzip") }
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const coding = preferredCoding(request.headers["accept-encoding"])
    return coding === undefined ? Effect.succeed(plain) : forms[coding]
  })
})
