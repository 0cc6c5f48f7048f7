import { gzipSync } from "node:zlib"
import type { RandomChoices } from "../faults/RandomChoices.ts"
import { bodyWith, type Ids, type Operation, operations, pathWith, UNKNOWN_IDS } from "../support/Operations.ts"
import { corrupt, HOSTILE_TEXTS, mutate } from "./HostileValues.ts"

/** A request as it is sent. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body: Buffer | undefined
}

/** What requests refer to. */
export interface Target {
  readonly key: string
  readonly ids: Ids
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY"]
const OTHER_PATHS = [
  "/",
  "/docs",
  "/openapi.json",
  "/healthz",
  "/readyz",
  "/metrics",
  "/admin/v1/accounts",
  "/webhook/api/v1",
  "//webhook/api/v1/endpoint",
  "/webhook/api/v1/endpoint/",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/webhook/api/v1/%00",
  "/webhook/api/v1/endpoint/%E0%A4%A",
  "/favicon.ico",
  `/${"a/".repeat(2_000)}`
]
const CONTENT_TYPES = [
  "text/plain",
  "application/json; charset=utf-16",
  "application/json;;;",
  "application/vnd.api+json",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "APPLICATION/JSON",
  ""
]
const UUID = "3f0e3f0c-9a53-4c1e-8d4b-1f1f7a0c9a11"

/** Printable ASCII: what a header may hold without the client rejecting it. */
const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 4_000)

const oddHeaders = (random: RandomChoices, key: string): Record<string, string | ReadonlyArray<string>> =>
  random.oneOf<() => Record<string, string | ReadonlyArray<string>>>([
    () => ({ "idempotency-key": random.onceIn(2) ? UUID : headerText(random.oneOf(HOSTILE_TEXTS)) }),
    () => ({ "content-type": random.oneOf(CONTENT_TYPES) }),
    () => ({ "content-encoding": random.oneOf(["gzip", "br", "identity", "nonsense"]) }),
    () => ({
      "accept-encoding": random.oneOf([
        "br;q=0",
        "*;q=0.1",
        "*;q=0",
        "identity;q=0",
        "identity;q=0, gzip;q=0.5",
        "gzip;q=0.5, br;q=0.1, identity",
        ["gzip", "br;q=0"],
        "gzip, , br;q=nan",
        headerText(random.oneOf(HOSTILE_TEXTS))
      ])
    }),
    () => ({ "if-none-match": random.oneOf(["*", '"a", W/"b"', '"', headerText(random.oneOf(HOSTILE_TEXTS))]) }),
    () => ({ "x-request-id": headerText(random.oneOf(HOSTILE_TEXTS)) }),
    () => ({ "api-key": headerText(random.oneOf(HOSTILE_TEXTS)) }),
    () => ({ "api-key": key, authorization: `Bearer ${headerText(random.oneOf(HOSTILE_TEXTS))}` }),
    () => ({ authorization: "Basic Og==" }),
    () => ({ range: "bytes=0-0", expect: "100-continue" }),
    () => ({ accept: "application/xml", "accept-language": "x".repeat(2_000) }),
    () => ({ "landfall-hop": "1" }),
    () => ({ origin: headerText(random.oneOf(HOSTILE_TEXTS)), "access-control-request-method": "POST" }),
    () => ({ traceparent: headerText(random.oneOf(HOSTILE_TEXTS)), baggage: "a=b" }),
    // Fewer bytes than follow: what follows begins another request.
    () => ({ "content-length": random.oneOf(["0", "1"]), connection: "close" })
  ])()

const encodeOddly = (text: string, random: RandomChoices): string =>
  random.onceIn(8)
    ? random.oneOf(["%", "%zz", "%ff", "%00", "a%2fb", ".."])
    : encodeURIComponent(text.toWellFormed()).slice(0, 8_000)

const oddQuery = (operation: Operation, random: RandomChoices): string => {
  const names = [...operation.query, "limit", "iterator", "__proto__", "noSuchParameter"]
  const count = Math.floor(random.between(1, 4))
  const pairs = Array.from({ length: count }, () => {
    const text = random.onceIn(3) ? String(Math.floor(random.between(-5, 400))) : random.oneOf(HOSTILE_TEXTS)
    return `${random.oneOf(names)}=${encodeOddly(text, random)}`
  })
  return `?${pairs.join(random.onceIn(10) ? "&&" : "&")}`
}

/** The ids of the account, unknown ones, or something else in their place. */
const chooseIds = (ids: Ids, random: RandomChoices): Ids => {
  if (random.onceIn(6)) return UNKNOWN_IDS
  if (!random.onceIn(6)) return ids
  const odd = encodeOddly(random.oneOf(HOSTILE_TEXTS), random)
  return Object.fromEntries(Object.keys(ids).map((prefix) => [prefix, odd || "x"]))
}

const chooseBody = (operation: Operation, ids: Ids, random: RandomChoices): Buffer | undefined => {
  const text = bodyWith(operation.body, ids)
  if (text === undefined) return random.onceIn(20) ? Buffer.from("{}") : undefined
  if (random.onceIn(10)) return undefined
  if (random.onceIn(6)) return corrupt(text, random)
  let value: unknown = JSON.parse(text)
  for (let changes = Math.floor(random.between(0, 4)); changes > 0; changes--) value = mutate(value, random)
  const bytes = Buffer.from(JSON.stringify(value) ?? "")
  return random.onceIn(30) ? gzipSync(bytes) : bytes
}

/** The next request: an operation of the OpenAPI document with its example, changed in some places; or another path. */
export const nextRequest = ({ key, ids }: Target, random: RandomChoices): FuzzRequest => {
  const headers = { "api-key": key, "content-type": "application/json" }
  if (random.onceIn(25)) {
    return { method: random.oneOf(METHODS), path: random.oneOf(OTHER_PATHS), headers, body: undefined }
  }
  const operation = random.oneOf(operations)
  const chosen = chooseIds(ids, random)
  const port = random.onceIn(8) ? encodeOddly(random.oneOf(HOSTILE_TEXTS), random) || "x" : "NLRTM"
  const path = pathWith(operation, chosen, { port })
  return {
    method: random.onceIn(25) ? random.oneOf(METHODS) : operation.method,
    path: path + (random.onceIn(3) ? oddQuery(operation, random) : ""),
    headers: random.onceIn(4) ? { ...headers, ...oddHeaders(random, key) } : headers,
    body: chooseBody(operation, ids, random)
  }
}

/** Bytes that are not a request, or one that no client would write. */
export const nextBytes = ({ key }: Target, random: RandomChoices): string =>
  random.oneOf([
    "\r\n\r\n\r\n",
    "GARBAGE\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
    "GET /\u0001 HTTP/1.1\r\nhost: a\r\n\r\n",
    `GET /${"a".repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${"a".repeat(20_000)}\r\n\r\n`,
    "POST /webhook/api/v1/endpoint HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
    "POST /webhook/api/v1/endpoint HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /webhook/api/v1/endpoint HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n",
    "POST /webhook/api/v1/endpoint HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n",
    `POST /webhook/api/v1/endpoint HTTP/1.1\r\nhost: a\r\napi-key: ${key}\r\ncontent-length: 99999999999999\r\n\r\n{`,
    "GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: a\r\n folded: x\r\n\r\n",
    "CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
    "OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n"
  ])
