import { Agent, request as sendRequest } from "node:http"
import { connect } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { AttackedService } from "../attack/Service.ts"
import type { RandomChoices } from "../faults/RandomChoices.ts"
import { makeRandomChoices } from "../faults/RandomChoices.ts"
import { createObjects } from "../support/Operations.ts"
import { findCodingFaults, findFaults, type Received } from "./Invariants.ts"
import { type FuzzRequest, nextBytes, nextRequest, type Target } from "./Requests.ts"

/** The result of a run. */
export interface FuzzReport {
  readonly requests: number
  readonly statuses: Readonly<Record<string, number>>
  /** What violates the contract, each with the request that caused it. */
  readonly faults: ReadonlyArray<string>
}

/** Requests without a limit of rates: a fuzzer sends as fast as the server responds. */
export const FUZZ_LIMITS = [
  "key.requests",
  "account.requests",
  "account.heavyRequests",
  "address.requests",
  "address.failedKeys"
]
  .map((limit) => `${limit}=1000000000`)
  .join(",")

const CONCURRENCY = 16
/** Requests delete and change the objects that others refer to: new ones follow after so many. */
const PER_TARGET = 500
const RAW_ONCE_IN = 40
const MAX_FAULTS = 20
const RESPONSE_TIMEOUT_MILLIS = 150_000

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes
}

/** The text of a body in a content coding; undefined when the body is not in it. A response to HEAD has no body. */
const decodeBody = (bytes: Buffer, coding = "identity"): string | undefined => {
  if (bytes.length === 0) return ""
  try {
    return DECODERS[coding]?.(bytes).toString()
  } catch {
    return undefined
  }
}

const send = (url: string, { method, path, headers, body }: FuzzRequest): Promise<Received | string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    try {
      const length = body === undefined ? {} : { "content-length": String(body.length) }
      const request = sendRequest({
        ...(headers.connection === "close" ? { agent: false } : { agent }),
        hostname,
        port,
        method,
        path,
        headers: { ...length, ...headers },
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MILLIS)
      })
      request.on("response", (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", (error) => resolve(error.message))
        response.on("end", () => {
          const { headers: received, statusCode: status = 0 } = response
          const text = decodeBody(Buffer.concat(chunks), received["content-encoding"])
          resolve(text === undefined ? `undecodable: ${status}` : { method, status, headers: received, text })
        })
      })
      request.on("error", (error) => resolve(error.message))
      request.end(body)
    } catch (error) {
      // The client itself rejects some of the requests.
      resolve(`not sent: ${error instanceof Error ? error.message : String(error)}`)
    }
  })

const HEAD = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n([\s\S]*?)\r\n\r\n([\s\S]*)$/

/** Sends bytes, and returns the first response once the server has closed the connection. */
const sendBytes = (url: string, bytes: string): Promise<Received | string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    let text = ""
    socket.setTimeout(RESPONSE_TIMEOUT_MILLIS, () => socket.destroy(new Error("the connection stays open")))
    socket.on("connect", () => socket.end(Buffer.from(bytes, "latin1")))
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1")
    })
    socket.on("end", () => socket.end())
    socket.on("error", (error) => resolve(`raw: ${error.message}`))
    socket.on("close", () => {
      const [, status, lines = "", body = ""] = HEAD.exec(text) ?? []
      if (status === undefined) return resolve(`raw: no response to ${JSON.stringify(bytes.slice(0, 100))}`)
      const headers = Object.fromEntries(
        lines
          .split("\r\n")
          .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
      )
      resolve({ method: "RAW", status: Number(status), headers, text: body })
    })
  })

const describe = ({ method, path, headers, body }: FuzzRequest): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify({ ...headers, "api-key": undefined }).slice(0, 300)} ${body?.toString("latin1").slice(0, 1_000) ?? ""}`

/** A request without a response is a fault, unless the client did not send it or the bytes are not a request. */
const noResponseFaults = (reason: string): ReadonlyArray<string> =>
  /aborted|hang up|stays open|undecodable/.test(reason) ? [`no response: ${reason}`] : []

const newTarget = async (service: AttackedService): Promise<Target> => {
  const caller = await service.newAccount("Fuzz")
  return { key: caller.key, ids: await createObjects(caller) }
}

const errorLines = (service: AttackedService): ReadonlyArray<string> =>
  service.members.flatMap(({ running }) => running.stderr().match(/^.*level=(?:ERROR|FATAL).*$/gm) ?? [])

export interface FuzzOptions {
  readonly requests: number
  readonly seed: number
  readonly progress?: (done: number) => void
}

/** Sends generated requests to a service, and checks every response. The same seed generates the same requests. */
export const fuzz = async (
  service: AttackedService,
  { requests, seed, progress }: FuzzOptions
): Promise<FuzzReport> => {
  const random: RandomChoices = makeRandomChoices(seed)
  const statuses: Record<string, number> = {}
  const faults: Array<string> = []
  let target = await newTarget(service)
  let started = 0

  const one = async () => {
    const isRaw = random.onceIn(RAW_ONCE_IN)
    const request = isRaw ? undefined : nextRequest(target, random)
    const bytes = isRaw ? nextBytes(target, random) : ""
    const about = request === undefined ? `raw ${JSON.stringify(bytes.slice(0, 300))}` : describe(request)
    const received = request === undefined ? await sendBytes(service.url, bytes) : await send(service.url, request)
    const status = typeof received === "string" ? received.slice(0, 60) : String(received.status)
    statuses[status] = (statuses[status] ?? 0) + 1
    const found =
      typeof received === "string"
        ? noResponseFaults(received)
        : [...findFaults(received), ...findCodingFaults(request?.headers["accept-encoding"], received)]
    if (faults.length < MAX_FAULTS) faults.push(...found.map((fault) => `${fault}: ${about}`))
  }
  for (let first = 0; first < requests; first += PER_TARGET) {
    const most = Math.min(requests, first + PER_TARGET)
    const lane = async () => {
      while (started < most) {
        started++
        await one()
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, lane))
    progress?.(most)
    if (most < requests) target = await newTarget(service)
  }
  const ready = await fetch(`${service.url}/readyz`).then(
    ({ status }) => status,
    () => 0
  )
  if (ready !== 200) faults.push(`The service is not ready afterwards: /readyz returns ${ready}.`)
  for (const { name, running } of service.members) {
    if (running.child.exitCode !== null || running.child.signalCode !== null)
      faults.push(`The process ${name} has ended.`)
  }
  faults.push(...errorLines(service).slice(0, MAX_FAULTS))
  return { requests, statuses, faults }
}
