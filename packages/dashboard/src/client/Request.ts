import { isOfServer, reportNoResponse, reportResponse } from "./Connection.ts"
import { failureOf, RequestFailed, unreadable } from "./RequestFailed.ts"

/** The header that shows the server that a page of its own sends the request. */
const DASHBOARD_HEADER = "X-Landfall-Dashboard"

/** The token of a portal; undefined in the dashboard, which has a session. It is held in memory alone. */
let bearer: string | undefined

/** Sends requests with the token of a portal from now on, and without cookies. */
export const setBearer = (token: string): void => {
  bearer = token
}

/** The headers that identify this page to the server. */
export const requestHeaders = (): Record<string, string> =>
  bearer === undefined ? { [DASHBOARD_HEADER]: "1" } : { authorization: `Bearer ${bearer}` }

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Sent as JSON. */
  readonly body?: unknown
  /** Returns the path of a value of the response that is missing or of another type; undefined without one. */
  readonly findMismatch?: (body: unknown) => string | undefined
}

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError"

/** Sends a request with the session of the browser, and returns the JSON of its response; undefined for one without a body. */
export const sendRequest = async (
  method: string,
  path: string,
  { headers, signal, body, findMismatch }: RequestOptions = {}
): Promise<unknown> => {
  const response = await fetch(path, {
    method,
    credentials: bearer === undefined ? "same-origin" : "omit",
    headers: {
      ...requestHeaders(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  }).catch((error: unknown) => {
    if (isAborted(error)) throw error
    reportNoResponse()
    throw new RequestFailed("The server cannot be reached. Check the connection, then try again.", { status: 0 })
  })
  if (isOfServer(response)) reportResponse()
  else reportNoResponse()
  if (!response.ok) throw await failureOf(response)
  if (response.status === 204) return undefined
  const json: unknown = await response.json().catch((error: unknown) => {
    if (isAborted(error)) throw error
    throw unreadable(response)
  })
  const mismatch = findMismatch?.(json)
  if (mismatch !== undefined) throw unreadable(response, mismatch)
  return json
}

/** A new idempotency key: a UUID of random bits. `crypto.randomUUID` exists on https alone. */
export const newIdempotencyKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
