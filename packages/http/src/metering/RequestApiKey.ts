import { Result } from "effect"

/** The headers of a request: names in lower case. */
type RequestHeaders = Readonly<Record<string, string | undefined>>

/**
 * Why a request has no API key: none was sent, `Authorization` has another scheme than `Bearer`, or the headers carry
 * different keys.
 */
export type ApiKeyFault = "missing" | "notBearer" | "ambiguous"

const BEARER = /^bearer(?: +|$)/i

/** The values of a header. Node joins repeated headers by a comma and a blank; a key contains no blank. */
const valuesOf = (header: string | undefined): ReadonlyArray<string> =>
  header === undefined ? [] : header.split(", ").map((value) => value.trim())

/** The key of an `Authorization` header; undefined for another scheme, whose credentials are meant for a proxy. */
const bearerOf = (authorization: string): string | undefined =>
  BEARER.test(authorization) ? authorization.replace(BEARER, "").trim() : undefined

/** Compares every header that can carry the key. */
const collectKey = (headers: RequestHeaders): Result.Result<string, ApiKeyFault> => {
  const bearer = headers.authorization === undefined ? undefined : bearerOf(headers.authorization)
  const sent = [...valuesOf(headers.api_key), ...valuesOf(headers["api-key"]), bearer ?? ""]
  const keys = new Set(sent.filter((key) => key !== ""))
  const [key] = keys
  if (key === undefined) {
    return Result.fail(headers.authorization !== undefined && bearer === undefined ? "notBearer" : "missing")
  }
  return keys.size === 1 ? Result.succeed(key) : Result.fail("ambiguous")
}

/**
 * The API key of a request: the value of `API_KEY` or `API-Key`, or of `Authorization: Bearer`. The same key may be sent in
 * several of them.
 */
export const apiKeyOf = (headers: RequestHeaders): Result.Result<string, ApiKeyFault> => {
  const key = headers.api_key
  const isOnlyKey =
    key !== undefined && headers["api-key"] === undefined && headers.authorization === undefined && !key.includes(" ")
  return isOnlyKey && key !== "" ? Result.succeed(key) : collectKey(headers)
}
