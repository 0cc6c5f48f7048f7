import type { IncomingHttpHeaders } from "node:http"
import { ERRORS } from "@landfall/api/conventions/ErrorCode"
import { Predicate } from "effect"

/** A response as it arrived. */
export interface Received {
  readonly method: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const CODES = new Set<number>(Object.values(ERRORS).map(({ code }) => code))

/** The statuses of requests that the server does not serve by rule: a method, a version of HTTP, a delivery that calls it. */
const REFUSALS: ReadonlySet<number> = new Set([501, 505, 508])

/** Names that only the inside of a server knows. */
const INTERNALS = /node_modules|\/src\/|\bat [A-Za-z.<>]+ \(|SELECT |INSERT INTO|sqlite_|SQLSTATE|ECONNREFUSED/

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a body of an error lacks of an errorInfo. */
const errorInfoFault = (text: string, status: number): string | undefined => {
  const body = parse(text)
  if (!Predicate.isObjectOrArray(body)) return "the body of an error is not JSON"
  const code: unknown = Reflect.get(body, "errorCode")
  if (typeof code !== "number" || !CODES.has(code)) return `errorCode ${String(code)} is not documented`
  if (Math.floor(code / 100) !== status) return `errorCode ${code} with status ${status}`
  const details: unknown = Reflect.get(body, "details")
  if (!isTexts(details) || details.length === 0) return "an error has no details"
  if (typeof Reflect.get(body, "message") !== "string") return "an error has no message"
  return Number.isNaN(Date.parse(String(Reflect.get(body, "time")))) ? "an error has no time" : undefined
}

/** What a response violates that holds for every response of the service, whatever the request is. */
export const findFaults = ({ method, status, headers, text }: Received): ReadonlyArray<string> => {
  const faults: Array<string> = []
  if (status >= 500 && !REFUSALS.has(status)) faults.push(`status ${status}: ${text.slice(0, 300)}`)
  if (!headers["x-request-id"]) faults.push(`status ${status} without X-Request-Id`)
  if (status >= 400 && method !== "HEAD") {
    const fault = errorInfoFault(text, status)
    if (fault !== undefined) faults.push(`status ${status}: ${fault}: ${text.slice(0, 300)}`)
  }
  if (status >= 400 && INTERNALS.test(text)) faults.push(`status ${status} shows internals: ${text.slice(0, 500)}`)
  return faults
}

/** What a response violates of the codings that its request accepts, where the header names each coding with its weight. */
export const findCodingFaults = (
  acceptEncoding: string | ReadonlyArray<string> | undefined,
  { headers, status }: Received
): ReadonlyArray<string> => {
  const coding = headers["content-encoding"]
  if (coding === undefined) return []
  const accepted = [acceptEncoding ?? ""].flat().join(",").toLowerCase()
  const names = new Map(
    accepted.split(",").map((member) => {
      const [name = "", weight = "q=1"] = member.split(";")
      return [name.trim(), Number(weight.trim().replace("q=", ""))]
    })
  )
  return (names.get(coding) ?? names.get("*") ?? 0) > 0 ? [] : [`status ${status}: ${coding} is not accepted`]
}
