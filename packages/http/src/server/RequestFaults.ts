import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type { ErrorName } from "@landfall/api/conventions/ErrorCode"
import { HOP_HEADER } from "@landfall/core/alerts/sending/HopHeader"
import type { HttpServerRequest } from "effect/http"
import { isInProcess } from "../conventions/InProcessRequest.ts"

/** The reason why a request is rejected before an operation reads it. */
export interface RequestFault {
  readonly error: ErrorName
  readonly detail: string
}

type RequestHeaders = Readonly<Record<string, string | undefined>>

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i
const UTF_8 = /^utf-?8$/i
const CONTINUE = /^100-continue$/i
const SHOWN_LENGTH = 100

/** The value of a header as a sentence shows it. */
const shorten = (value: string): string => value.slice(0, SHOWN_LENGTH)

const unsupported = (detail: string): RequestFault => ({ error: "contentTypeUnsupported", detail })
const malformed = (detail: string): RequestFault => ({ error: "requestMalformed", detail })

/** The reason why the encoding of a body is not supported; undefined for uncompressed UTF-8. */
const bodyEncodingFault = (headers: RequestHeaders): RequestFault | undefined => {
  const encoding = headers["content-encoding"]
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity") {
    return unsupported(`The Content-Encoding is ${shorten(encoding)}; send the body uncompressed.`)
  }
  const charset = CHARSET.exec(headers["content-type"] ?? "")?.[1]
  return charset === undefined || UTF_8.test(charset)
    ? undefined
    : unsupported(`The charset is ${shorten(charset)}; send JSON in UTF-8.`)
}

/** RFC 9110 section 7.2: `Host` is a name, an IPv4 or a bracketed IPv6 address, with or without a port. It may be empty. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i

/**
 * RFC 9112 section 3.2: HTTP/1.1 requires one `Host` with a valid value. Node uses the first of several; the raw list
 * has them all.
 */
const hostFault = (httpVersion: string, rawHeaders: ReadonlyArray<string>): RequestFault | undefined => {
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length !== 4 || name.toLowerCase() !== "host") continue
    if (host !== undefined) return malformed("The request has several Host headers; send one.")
    host = rawHeaders[index + 1] ?? ""
  }
  if (host === undefined) return httpVersion === "1.0" ? undefined : malformed("The header Host is missing.")
  return HOST.test(host.trim())
    ? undefined
    : malformed(
        `The header Host is "${shorten(host)}"; it must be a host name or an IP address, with or without a port.`
      )
}

/**
 * The router ends a path at a semicolon and a number sign, which proxies do not: such a path could pass a proxy that blocks
 * the rest. With a slash at its end, a path would have an empty id. It reads the target `*` of `OPTIONS` as the root.
 */
const UNROUTED_PATH = /^\*$|^[^?]*[;#]|^(?!\/dashboard\/)[^?]+\/(?:\?|$)/

const pathFault = (url: string): RequestFault | undefined =>
  UNROUTED_PATH.test(url)
    ? { error: "routeUnknown", detail: `There is no operation at ${shorten(url.split("?", 1)[0] ?? url)}.` }
    : undefined

/** Postgres rejects texts with this character, and no id, date, number or name has it. */
const NUL = "%00"

const PARAMETER_NAME = /^(\w+)=/

const queryFault = (url: string): RequestFault | undefined => {
  if (!url.includes(NUL)) return undefined
  const parameters = url.slice(url.split("?", 1)[0]?.length).split("&")
  const parameter = parameters.find((text) => text.includes(NUL))
  if (parameter === undefined) return undefined
  const name = PARAMETER_NAME.exec(parameter.replace(/^\?/, ""))?.[1]
  const subject = name === undefined ? "The query of the URL" : `The query parameter ${name}`
  return { error: "parameterInvalid", detail: `${subject} has a NUL character (${NUL}); send text without it.` }
}

const DELIVERY_LOOP: RequestFault = {
  error: "deliveryLoop",
  detail: `The header ${HOP_HEADER} marks a delivery of alerts, which must not call this service.`
}

/** The first fault of a request that its headers show; undefined for a request that can be routed. */
export const requestFaultOf = (request: HttpServerRequest.HttpServerRequest): RequestFault | undefined => {
  const { headers } = request
  const { expect, "transfer-encoding": coding } = headers
  if (headers[HOP_HEADER] !== undefined) return DELIVERY_LOOP
  if (expect !== undefined && !CONTINUE.test(expect.trim())) {
    return {
      error: "expectationUnsupported",
      detail: `The header Expect is "${shorten(expect)}"; it must be 100-continue or absent.`
    }
  }
  if (coding !== undefined && coding.trim().toLowerCase() !== "chunked") {
    return {
      error: "notImplemented",
      detail: `The Transfer-Encoding is ${shorten(coding)}; it must be chunked or absent.`
    }
  }
  // A request that this server made itself has no bytes that could be malformed.
  if (isInProcess(request)) return queryFault(request.url) ?? bodyEncodingFault(headers)
  const { httpVersion, rawHeaders } = NodeHttpServerRequest.toIncomingMessage(request)
  if (httpVersion !== "1.1" && httpVersion !== "1.0") {
    return { error: "versionUnsupported", detail: `The request line names the version HTTP/${httpVersion}, or none.` }
  }
  return (
    hostFault(httpVersion, rawHeaders) ??
    pathFault(request.url) ??
    queryFault(request.url) ??
    bodyEncodingFault(headers)
  )
}

/** The fault of a request whose content type no operation accepts. */
export const contentTypeFault = (headers: RequestHeaders): RequestFault =>
  unsupported(`The Content-Type is ${shorten(headers["content-type"] ?? "missing")}; it must be application/json.`)
