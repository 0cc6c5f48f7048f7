import { request as sendPlain } from "node:http"
import { connect as connectHttp2 } from "node:http2"
import { Agent, request as sendRequest } from "node:https"
import { HOST } from "./proxyConfigs.mjs"

const ALERTS = "/webhook/api/v1"
const MEBIBYTE = 1024 ** 2
const TIMEOUT_MILLIS = 20_000

/** One request through the proxy. `from` is the loopback address of the caller. */
const send = ({ https }, method, path, { headers = {}, body, from = "127.0.0.1", onData } = {}) =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) }
    const request = sendRequest({
      host: "127.0.0.1",
      port: https,
      servername: HOST,
      rejectUnauthorized: false,
      localAddress: from,
      agent: new Agent({ maxCachedSessions: 0 }),
      method,
      path,
      headers: { host: HOST, ...length, ...headers },
      timeout: TIMEOUT_MILLIS
    })
    request.on("timeout", () => request.destroy(new Error(`${method} ${path}: no response in ${TIMEOUT_MILLIS} ms`)))
    request.on("error", reject)
    request.on("response", (response) => {
      const chunks = []
      response.on("data", (chunk) => {
        chunks.push(chunk)
        if (onData?.(Buffer.concat(chunks).toString()) === "enough") {
          resolve({ status: response.statusCode, headers: response.headers })
          request.destroy()
        }
      })
      response.on("error", reject)
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode, headers: response.headers, text })
      })
    })
    request.end(body)
  })

/** The status of a request over HTTP/2. */
const sendHttp2 = ({ https }, path) =>
  new Promise((resolve, reject) => {
    const session = connectHttp2(`https://127.0.0.1:${https}`, { servername: HOST, rejectUnauthorized: false })
    session.on("error", reject)
    const stream = session.request({ ":path": path, ":authority": HOST })
    stream.on("error", reject)
    stream.on("response", (headers) => resolve(headers[":status"]))
    stream.on("end", () => session.close())
    stream.resume()
    stream.end()
  })

const redirectOf = ({ http }) =>
  new Promise((resolve, reject) => {
    const headers = { host: HOST }
    const request = sendPlain({ host: "127.0.0.1", port: http, path: "/healthz?a=1", headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, location: response.headers.location })
    })
    request.on("error", reject)
    request.end()
  })

const json = (value) => ({ body: JSON.stringify(value), headers: { "content-type": "application/json" } })

/** The text of an errorInfo of Landfall, and not the page of the proxy. */
const isErrorInfo = ({ headers, text }, code) => {
  if (!String(headers["content-type"]).startsWith("application/json")) return false
  return JSON.parse(text).errorCode === code && headers["x-request-id"] !== undefined
}

/** What a proxy has to do, each check with its sentence. A check returns undefined, or what it found. */
const CHECKS = [
  [
    "serves HTTP/1.1 and HTTP/2",
    async (proxy) => {
      const { status } = await send(proxy, "GET", "/healthz")
      const second = await sendHttp2(proxy, "/healthz")
      return status === 200 && second === 200 ? undefined : `statuses ${status} and ${second}`
    }
  ],
  [
    "redirects http to https",
    async (proxy) => {
      const { status, location } = await redirectOf(proxy)
      // The check replaces the port 443, which the location would otherwise omit.
      const isSame = /^https:\/\/ships\.example\.com(?::\d+)?\/healthz\?a=1$/.test(location ?? "")
      return status === 308 && isSame ? undefined : `${status} to ${location}`
    }
  ],
  [
    "passes the API key in API_KEY, API-Key and Authorization",
    async (proxy) => {
      const forms = [{ API_KEY: proxy.key }, { "API-Key": proxy.key }, { authorization: `Bearer ${proxy.key}` }]
      const statuses = []
      for (const headers of forms) statuses.push((await send(proxy, "GET", `${ALERTS}/endpoint`, { headers })).status)
      return statuses.every((status) => status === 200) ? undefined : `statuses ${statuses.join(", ")}`
    }
  ],
  [
    "passes the errors and the security headers of Landfall on",
    async (proxy) => {
      const response = await send(proxy, "GET", `${ALERTS}/endpoint`, {
        headers: { "API-Key": "unknown-key-0123456789" }
      })
      const isSecure = String(response.headers["strict-transport-security"]).startsWith("max-age=")
      return isErrorInfo(response, 40101) && isSecure ? undefined : `${response.status} ${response.text.slice(0, 200)}`
    }
  ],
  [
    "keeps the X-Request-Id of a caller, and adds one otherwise",
    async (proxy) => {
      const own = await send(proxy, "GET", "/healthz", { headers: { "x-request-id": "caller-1234" } })
      const other = await send(proxy, "GET", "/healthz")
      const [kept, added] = [own.headers["x-request-id"], other.headers["x-request-id"]]
      return kept === "caller-1234" && added !== undefined ? undefined : `${kept} and ${added}`
    }
  ],
  [
    "states the address of the caller, which a caller cannot forge",
    async (proxy) => {
      const created = await send(proxy, "POST", `${ALERTS}/key`, {
        ...json({ allowedNetworks: ["127.0.0.2/32"] }),
        headers: { "content-type": "application/json", "API-Key": proxy.key }
      })
      if (created.status !== 201) return `the key is not created: ${created.status} ${created.text.slice(0, 300)}`
      const headers = { "API-Key": JSON.parse(created.text).secret }
      const allowed = await send(proxy, "GET", `${ALERTS}/endpoint`, { headers, from: "127.0.0.2" })
      const forged = {
        ...headers,
        "x-forwarded-for": "127.0.0.2",
        forwarded: "for=127.0.0.2",
        "x-real-ip": "127.0.0.2"
      }
      const others = [headers, forged].map((headers) =>
        send(proxy, "GET", `${ALERTS}/endpoint`, { headers, from: "127.0.0.3" })
      )
      const statuses = [allowed, ...(await Promise.all(others))].map(({ status }) => status)
      return statuses.join() === "200,403,403" ? undefined : `statuses ${statuses.join(", ")}`
    }
  ],
  [
    "passes server-sent events on immediately, while the stream is open",
    async (proxy) => {
      const headers = { "content-type": "application/json", "API-Key": proxy.key }
      const body = JSON.stringify({ url: "http://127.0.0.1:8999/" })
      const created = await send(proxy, "POST", `${ALERTS}/endpoint`, { headers, body })
      if (created.status !== 201) return `the endpoint is not created: ${created.status} ${created.text.slice(0, 300)}`
      const { id } = JSON.parse(created.text)
      let sent = false
      const onData = (text) => {
        if (!sent && text.includes("event: ready")) {
          sent = true
          const example = JSON.stringify({ eventType: "vessel.arrival.at.final.pod" })
          send(proxy, "POST", `${ALERTS}/endpoint/${id}/send-example`, { headers, body: example }).catch(() => {})
        }
        return text.includes("event: message") ? "enough" : "more"
      }
      // Without an end of the stream, a proxy that buffers sends nothing: the request times out.
      const { status } = await send(proxy, "GET", `${ALERTS}/message-stream`, { headers, onData })
      return status === 200 && sent ? undefined : `status ${status}, ${sent ? "no message" : "no greeting"}`
    }
  ],
  [
    "passes bodies of 8 MiB on, and lets Landfall reject larger ones",
    async (proxy) => {
      const headers = { "content-type": "application/json", "API-Key": proxy.key }
      const sizes = [8 * MEBIBYTE, 8 * MEBIBYTE + 1, 12 * MEBIBYTE]
      const responses = []
      for (const size of sizes) {
        const body = `[${" ".repeat(size - 2)}]`
        responses.push(await send(proxy, "POST", `${ALERTS}/tracking/events`, { headers, body }))
      }
      const [largest, beyond, far] = responses
      const isPassed = largest.status < 300 || isErrorInfo(largest, 40002)
      const areRejected = isErrorInfo(beyond, 41300) && isErrorInfo(far, 41300)
      const found = responses.map(({ status, text }) => `${status} ${text.slice(0, 80)}`).join("; ")
      return isPassed && areRejected ? undefined : found
    }
  ],
  [
    "rejects bodies far beyond the limit itself",
    async (proxy) => {
      const headers = { "content-type": "application/json", "API-Key": proxy.key }
      const body = " ".repeat(20 * MEBIBYTE)
      const status = await send(proxy, "POST", `${ALERTS}/tracking/events`, { headers, body }).then(
        (response) => response.status,
        // The proxy closes the connection without reading the body.
        ({ code }) => code
      )
      return [413, "ECONNRESET", "EPIPE"].includes(status) ? undefined : `status ${status}`
    }
  ],
  [
    "passes compressed responses and entity tags on",
    async (proxy) => {
      const first = await send(proxy, "GET", "/openapi.json", { headers: { "accept-encoding": "gzip" } })
      const { etag, "content-encoding": coding } = first.headers
      const again = await send(proxy, "GET", "/openapi.json", {
        headers: { "accept-encoding": "gzip", "if-none-match": etag ?? "" }
      })
      const isSame = coding === "gzip" && etag !== undefined && again.status === 304
      return isSame ? undefined : `${first.status} ${coding} ${etag}, then ${again.status}`
    }
  ],
  [
    "does not serve /metrics",
    async (proxy) => {
      const statuses = []
      for (const path of ["/metrics", "/metrics?a=1", "//metrics", "/%6detrics"]) {
        statuses.push((await send(proxy, "GET", path)).status)
      }
      return statuses.every((status) => status === 404) ? undefined : `statuses ${statuses.join(", ")}`
    }
  ]
]

/** Runs every check on a proxy. Returns the sentences of those that hold, and what the others found. */
export const checkProxy = async (name, proxy) => {
  const [holds, faults] = [[], []]
  for (const [sentence, check] of CHECKS) {
    const found = await check(proxy).catch((error) => error.message)
    if (found === undefined) holds.push(sentence)
    else faults.push(`${name}: it has to be that the proxy ${sentence}: ${found}`)
  }
  return { holds, faults }
}
