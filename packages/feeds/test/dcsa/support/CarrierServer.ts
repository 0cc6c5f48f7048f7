import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import { type SourceQuery, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Duration, Effect, Layer, Option, Redacted, Schema, type Scope } from "effect"
import { FetchHttpClient } from "effect/http"
import type { ConfiguredCarrier } from "../../../src/dcsa/carriers/CarrierConfiguration.ts"
import * as DcsaTrackingSource from "../../../src/dcsa/carriers/DcsaTrackingSource.ts"

/** A request that the carrier's server has received completely. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Handles one request of a server. */
export type Behaviour = (request: ReceivedRequest, response: ServerResponse) => void

export interface CarrierServer {
  readonly origin: string
  /** All requests so far, the latest last. */
  readonly requests: ReadonlyArray<ReceivedRequest>
  /** Completes when the client has closed every connection. */
  readonly allClosed: Effect.Effect<void>
}

/** Completes when a connection has ended, by a close or a reset. */
const closed = (socket: Socket): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (socket.destroyed) resume(Effect.void)
    else socket.once("close", () => resume(Effect.void))
  })

/** A carrier's server on a free loopback port. It stops with the scope. */
export const carrierServer = (behave: Behaviour): Effect.Effect<CarrierServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const requests: Array<ReceivedRequest> = []
      const sockets: Array<Socket> = []
      const server = createServer((request, response) => {
        const chunks: Array<Uint8Array> = []
        request.on("data", (chunk: Uint8Array) => chunks.push(chunk))
        request.on("end", () => {
          const url = new URL(request.url ?? "/", origin)
          const received = {
            method: request.method ?? "",
            url,
            headers: request.headers,
            body: Buffer.concat(chunks).toString()
          }
          requests.push(received)
          behave(received, response)
        })
      })
      server.on("connection", (socket) => {
        socket.on("error", () => {})
        sockets.push(socket)
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const address = server.address()
      const origin = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`
      const allClosed = Effect.suspend(() => Effect.forEach(sockets, closed, { discard: true }))
      return { origin, requests, sockets, server, allClosed }
    }),
    ({ sockets, server }) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
  )

/**
 * An origin whose connections are refused: no program uses the port, systems assign no port below 1024 by themselves, and
 * `fetch` does not block it.
 */
export const CLOSED_ORIGIN = "http://127.0.0.1:2"

/** Responds with JSON. */
export const respondWithJson = (
  response: ServerResponse,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
  status = 200
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value))
}

/** Responds with a status and no body. */
export const respondWithStatus = (
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {}
): void => {
  response.writeHead(status, headers).end()
}

/** Writes a chunk at an interval until the client closes the connection. */
export const writeRepeatedly = (response: ServerResponse, everyMillis: number, chunk: string): void => {
  const timer = setInterval(() => response.write(chunk), everyMillis)
  response.on("error", () => clearInterval(timer))
  response.on("close", () => clearInterval(timer))
}

export const MAERSK = Scac.make("MAEU")

/** A carrier without secrets and with a rate limit of 1000 requests per second. */
export const carrierAt = (
  baseUrl: string,
  changes: Record<string, unknown> = {},
  secrets: Partial<ConfiguredCarrier> = {}
): ConfiguredCarrier => ({
  profile: Schema.decodeUnknownSync(CarrierProfile)({
    scac: MAERSK,
    name: "Maersk",
    baseUrl,
    kinds: ["CT", "BK", "BL"],
    requestsPerSecond: 1000,
    ...changes
  }),
  keyHeaders: [],
  credentials: Option.none(),
  notificationSecret: Option.none(),
  ...secrets
})

/** Credentials at the token address of a server. */
const credentialsAt = (origin: string, clientAuthentication: "body" | "basic", sendKeyHeaders: boolean) =>
  Schema.decodeUnknownSync(CarrierProfile.fields.authentication)({
    oauth2: {
      tokenUrl: `${origin}/token`,
      clientId: "ID",
      clientSecret: "SECRET",
      scope: "tnt",
      clientAuthentication,
      sendKeyHeaders
    }
  }).oauth2 ?? undefined

export const withCredentials = (
  origin: string,
  clientAuthentication: "body" | "basic" = "body",
  sendKeyHeaders = false
) => ({
  credentials: Option.map(
    Option.fromUndefinedOr(credentialsAt(origin, clientAuthentication, sendKeyHeaders)),
    (client) => ({
      ...client,
      clientId: Redacted.make("landfall"),
      clientSecret: Redacted.make("pass:word")
    })
  )
})

const CONTAINER = "MSKU1234565"

/** Polls a carrier, by default for one container. */
export const poll = (query: Partial<SourceQuery> = {}) =>
  Effect.flatMap(TrackingSource, (source) => source.poll({ scac: MAERSK, number: CONTAINER, kind: "CT", ...query }))

/** The source, with limits that a busy machine can meet. A test of a limit overrides it. */
export const sourceFor = (
  carriers: ReadonlyArray<ConfiguredCarrier>,
  limits: Partial<DcsaTrackingSource.QueryLimits> = {}
) =>
  DcsaTrackingSource.layer(carriers, {
    ...DcsaTrackingSource.defaultQueryLimits,
    requestDeadline: Duration.seconds(20),
    queryDeadline: Duration.seconds(40),
    maxQueueWait: Duration.millis(50),
    ...limits
  }).pipe(Layer.provide(FetchHttpClient.layer))
