import type { ErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { findMismatch } from "./Shape.ts"

/** A request that did not succeed: the errorInfo of the response, or the lack of any response. */
export class RequestFailed extends Error {
  /** 0 when no response arrived. */
  readonly status: number
  readonly errorCode: number
  /** One sentence for each fault. */
  readonly details: ReadonlyArray<string>
  /** The id of the request in the log of the server. */
  readonly requestId: string | null
  /** When the server is ready for the next attempt, in milliseconds since the epoch; null when it does not state it. */
  readonly retryAt: number | null

  /** The path of the first value of the response that is missing or of another type; empty without one. */
  readonly mismatch: string

  constructor(
    message: string,
    facts: {
      readonly status: number
      readonly errorCode?: number
      readonly details?: ReadonlyArray<string>
      readonly requestId?: string | null
      readonly retryAfterSeconds?: number | null
      readonly mismatch?: string
    }
  ) {
    super(message)
    this.name = "RequestFailed"
    this.status = facts.status
    this.errorCode = facts.errorCode ?? 0
    this.details = facts.details ?? []
    this.requestId = facts.requestId ?? null
    this.mismatch = facts.mismatch ?? ""
    this.retryAt = facts.retryAfterSeconds == null ? null : Date.now() + facts.retryAfterSeconds * 1000
  }
}

/** The session has ended, or there is none. */
export const isSignedOut = (error: unknown): boolean => error instanceof RequestFailed && error.status === 401

/** The object of the request does not exist, or no longer. */
export const isNotFound = (error: unknown): boolean => error instanceof RequestFailed && error.status === 404

const isErrorInfo = (body: unknown): body is Pick<typeof ErrorInfo.Encoded, "errorCode" | "message" | "details"> =>
  findMismatch(body, { fields: { errorCode: "number", message: "string", details: ["string"] } }, []) === undefined

/**
 * The failure of a response whose body is not the JSON of the contract: that of a proxy, or one that was cut off. `mismatch`:
 * the path of the first value that is missing or of another type.
 */
export const unreadable = ({ status, headers }: Response, mismatch = ""): RequestFailed =>
  new RequestFailed("The response of the server is not complete, or not its own.", {
    status,
    details: ["Try again. If it stays like this, check the proxy or the network between this browser and the server."],
    mismatch,
    requestId: headers.get("x-request-id")
  })

/** The failure of a response with a status of 400 or above. */
export const failureOf = async (response: Response): Promise<RequestFailed> => {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => undefined)
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN)
  const facts = {
    status,
    requestId: headers.get("x-request-id"),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null
  }
  return isErrorInfo(body)
    ? new RequestFailed(body.message, { ...facts, errorCode: body.errorCode, details: body.details })
    : new RequestFailed(`The server responded with ${status}.`, facts)
}
