import { createServer, type Server } from "node:http"
import { ERRORS } from "@landfall/api/conventions/ErrorCode"
import { makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { DateTime } from "effect"
import { SecureRandom } from "effect/crypto"
import { encodeErrorInfo } from "../ApiError.ts"

const MALFORMED_REQUEST =
  "The request cannot be read: its first line or its headers are not valid HTTP/1.1, or too long."

/** The response to bytes that are not an HTTP request. Node would respond with an empty 400. */
const malformedRequestResponse = (): string => {
  const info = makeErrorInfo(ERRORS.parameterInvalid.code, DateTime.nowUnsafe(), { details: [MALFORMED_REQUEST] })
  const body = JSON.stringify(encodeErrorInfo(info))
  return [
    "HTTP/1.1 400 Bad Request",
    "Content-Type: application/json",
    `Content-Length: ${new TextEncoder().encode(body).length}`,
    `X-Request-Id: ${SecureRandom.uuidV4Unsafe()}`,
    "Connection: close",
    "",
    body
  ].join("\r\n")
}

/** Makes the Node server of the service. */
export const makeNodeServer = (): Server => {
  const server = createServer()
  server.on("clientError", (_, socket) => {
    if (socket.writable) socket.end(malformedRequestResponse())
    else socket.destroy()
  })
  return server
}
