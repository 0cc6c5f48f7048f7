import { gzipSync } from "node:zlib"
import type { Chance } from "../faults/Chance.ts"
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

const oddHeaders = (chance: Chance, key: string): Record<string, string | ReadonlyArray<string>> =>
  chance.oneOf<() => Record<string, string | ReadonlyArray<string>>>([
    () => ({ "idempotency-key": chance.onceIn(2) ? UUID : headerText(chance.oneOf(HOSTILE_TEXTS)) }),
    () => ({ "content-type": chance.oneOf(CONTENT_TYPES) }),
    () => ({ "content-encoding": chance.oneOf(["gzip", "br", "identity", "nonsense"]) }),
    () => ({
      "accept-encoding": chance.oneOf([
        "br;q=0",
        "*;q=0.1",
        "*;q=0",
        "identity;q=0",
        "identity;q=0, gzip;q=0.5",
        "gzip;q=0.5, br;q=0.1, identity",
        ["gzip", "br;q=0"],
        "gzip, , br;q=nan",
        headerText(chance.oneOf(HOSTILE_TEXTS))
      ])
    }),
    () => ({ "if-none-match": chance.oneOf(["*", '"a", W/"b"', '"', headerText(chance.oneOf(HOSTILE_TEXTS))]) }),
    () => ({ "x-request-id": headerText(chance.oneOf(HOSTILE_TEXTS)) }),
    () => ({ "api-key": headerText(chance.oneOf(HOSTILE_TEXTS)) }),
    () => ({ "api-key": key, authorization: `Bearer ${headerText(chance.oneOf(HOSTILE_TEXTS))}` }),
    () => ({ authorization: "Basic Og==" }),
    () => ({ range: "bytes=0-0", expect: "100-continue" }),
    () => ({ accept: "application/xml", "accept-language": "x".repeat(2_000) }),
    () => ({ "landfall-hop": "1" }),
    () => ({ origin: headerText(chance.oneOf(HOSTILE_TEXTS)), "access-control-request-method": "POST" }),
    () => ({ traceparent: headerText(chance.oneOf(HOSTILE_TEXTS)), baggage: "a=b" }),
    // Fewer bytes than follow: what follows begins another request.
    () => ({ "content-length": chance.oneOf(["0", "1"]), connection: "close" })
  ])()

const encodeOddly = (text: string, chance: Chance): string =>
  chance.onceIn(8)
    ? chance.oneOf(["%", "%zz", "%ff", "%00", "a%2fb", ".."])
    : encodeURIComponent(text.toWellFormed()).slice(0, 8_000)

const oddQuery = (operation: Operation, chance: Chance): string => {
  const names = [...operation.query, "limit", "iterator", "__proto__", "noSuchParameter"]
  const count = Math.floor(chance.between(1, 4))
  const pairs = Array.from({ length: count }, () => {
    const text = chance.onceIn(3) ? String(Math.floor(chance.between(-5, 400))) : chance.oneOf(HOSTILE_TEXTS)
    return `${chance.oneOf(names)}=${encodeOddly(text, chance)}`
  })
  return `?${pairs.join(chance.onceIn(10) ? "&&" : "&")}`
}

/** The ids of the account, unknown ones, or something else in their place. */
const chooseIds = (ids: Ids, chance: Chance): Ids => {
  if (chance.onceIn(6)) return UNKNOWN_IDS
  if (!chance.onceIn(6)) return ids
  const odd = encodeOddly(chance.oneOf(HOSTILE_TEXTS), chance)
  return Object.fromEntries(Object.keys(ids).map((prefix) => [prefix, odd || "x"]))
}

const chooseBody = (operation: Operation, ids: Ids, chance: Chance): Buffer | undefined => {
  const text = bodyWith(operation.body, ids)
  if (text === undefined) return chance.onceIn(20) ? Buffer.from("{}") : undefined
  if (chance.onceIn(10)) return undefined
  if (chance.onceIn(6)) return corrupt(text, chance)
  let value: unknown = JSON.parse(text)
  for (let changes = Math.floor(chance.between(0, 4)); changes > 0; changes--) value = mutate(value, chance)
  const bytes = Buffer.from(JSON.stringify(value) ?? "")
  return chance.onceIn(30) ? gzipSync(bytes) : bytes
}

/** The next request: an operation of the OpenAPI document with its example, changed in some places; or another path. */
export const nextRequest = ({ key, ids }: Target, chance: Chance): FuzzRequest => {
  const headers = { "api-key": key, "content-type": "application/json" }
  if (chance.onceIn(25)) {
    return { method: chance.oneOf(METHODS), path: chance.oneOf(OTHER_PATHS), headers, body: undefined }
  }
  const operation = chance.oneOf(operations)
  const chosen = chooseIds(ids, chance)
  const port = chance.onceIn(8) ? encodeOddly(chance.oneOf(HOSTILE_TEXTS), chance) || "x" : "NLRTM"
  const path = pathWith(operation, chosen, { port })
  return {
    method: chance.onceIn(25) ? chance.oneOf(METHODS) : operation.method,
    path: path + (chance.onceIn(3) ? oddQuery(operation, chance) : ""),
    headers: chance.onceIn(4) ? { ...headers, ...oddHeaders(chance, key) } : headers,
    body: chooseBody(operation, ids, chance)
  }
}

/** Bytes that are no request, or one that no client would write. */
export const nextBytes = ({ key }: Target, chance: Chance): string =>
  chance.oneOf([
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
