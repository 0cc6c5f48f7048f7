import { Instant } from "@landfall/core/time/Instant"
import type { DecodeResult } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { type CarrierProfile, eventsUrl, supportsReferenceType } from "@landfall/core/tracking/carriers/CarrierProfile"
import { type SourceQuery, type SourceResponse, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { ByteSize, Clock, Duration, Effect, Layer, Option, Result } from "effect"
import { HttpClient } from "effect/http"
import { decodeDcsa } from "../events/DcsaDecoder.ts"
import { type CarrierClient, makeCarrierClient, type RequestCount } from "./CarrierClient.ts"
import { type ConfiguredCarrier, findCarrier } from "./CarrierConfiguration.ts"
import { type CarrierFault, toSourceError, unavailable } from "./CarrierFault.ts"
import { CarrierRegistry } from "./CarrierRegistry.ts"
import { type CarrierResponse, makeHttpExchange } from "./HttpExchange.ts"
import { nextPageOf } from "./NextPage.ts"

/** The limits of a query. */
export interface QueryLimits {
  /** The deadline of one request, from the DNS look-up to the last byte of the response. */
  readonly requestDeadline: Duration.Duration
  /** The deadline of the query, with all its pages and waits. */
  readonly queryDeadline: Duration.Duration
  /** The longest wait for the first request; later requests wait until the deadline. */
  readonly maxQueueWait: Duration.Duration
  readonly maxPages: number
  /** The size limit of all pages together, in bytes. */
  readonly maxResponseBytes: number
}

/** The limits of a server. */
export const defaultQueryLimits: QueryLimits = {
  requestDeadline: Duration.seconds(30),
  queryDeadline: Duration.minutes(2),
  maxQueueWait: Duration.seconds(5),
  maxPages: 100,
  maxResponseBytes: 16 * 1024 * 1024
}

const PARAMETERS: Readonly<Record<ReferenceType, string>> = {
  CT: "equipmentReference",
  BK: "carrierBookingReference",
  BL: "transportDocumentReference"
}

const firstPageUrl = (profile: CarrierProfile, { number, kind }: SourceQuery): URL => {
  const url = new URL(eventsUrl(profile))
  url.searchParams.set(PARAMETERS[kind], number)
  url.searchParams.set("limit", String(profile.pageSize))
  return url
}

const contentTypeOf = ({ headers }: CarrierResponse): string =>
  (headers["content-type"] ?? "").split(";")[0]?.trim() ?? ""

const readPage = (page: CarrierResponse): Result.Result<unknown, CarrierFault> => {
  const type = contentTypeOf(page)
  if (/html/i.test(type))
    return Result.fail(
      unavailable("unreadable", `responded with an HTML page (${type}) instead of JSON; check baseUrl.`)
    )
  return Result.try({
    try: (): unknown => JSON.parse(page.text),
    catch: () =>
      unavailable(
        "unreadable",
        `responded with malformed or truncated JSON (content type: ${type === "" ? "none" : type}).`
      )
  })
}

/** Whether the payload is not a list of events, such as an error object sent with status 200. */
const isNotEventList = ({ events, rejected }: DecodeResult): boolean =>
  events.length === 0 && rejected.length === 1 && /^\$(\.eventType)?$/.test(rejected[0]?.path ?? "")

const decodePage = (
  page: CarrierResponse,
  receivedAt: Instant,
  { quirks }: CarrierProfile
): Result.Result<DecodeResult, CarrierFault> =>
  Result.flatMap(readPage(page), (payload) => {
    const decoded = decodeDcsa(payload, receivedAt, quirks)
    return isNotEventList(decoded)
      ? Result.fail(unavailable("unreadable", "responded with JSON that is not a list of events; check baseUrl."))
      : Result.succeed(decoded)
  })

const mergePages = (pages: ReadonlyArray<DecodeResult>): DecodeResult => {
  const unknown: Record<string, number> = {}
  let nextIndex = 0
  const rejected = pages.flatMap((page) => {
    const firstIndex = nextIndex
    nextIndex += page.events.length + page.rejected.length
    for (const [value, count] of Object.entries(page.unknown)) unknown[value] = (unknown[value] ?? 0) + count
    return page.rejected.map((event) => ({ ...event, index: firstIndex + event.index }))
  })
  return { events: pages.flatMap(({ events }) => events), rejected, unknown }
}

interface CarrierConnection {
  readonly profile: CarrierProfile
  readonly client: CarrierClient
}

/** Reads all pages. An empty response, 204 and 404 mean that the carrier does not know the shipment. */
const readPages = Effect.fnUntraced(function* (
  { client, profile }: CarrierConnection,
  limits: QueryLimits,
  query: SourceQuery,
  count: RequestCount
): Effect.fn.Return<DecodeResult, CarrierFault> {
  const receivedAt = Instant.make(yield* Clock.currentTimeMillis)
  const pages: Array<DecodeResult> = []
  const readPageUrls = new Set<string>()
  let bytesLeft = limits.maxResponseBytes
  let next = Option.some(firstPageUrl(profile, query))
  while (Option.isSome(next)) {
    const page = next.value
    if (readPageUrls.has(page.href))
      return yield* Effect.fail(unavailable("bad_paging", "names a next page that was already read."))
    if (readPageUrls.size === limits.maxPages) {
      return yield* Effect.fail(unavailable("too_large", `responded with more than ${limits.maxPages} pages.`))
    }
    const maxWaitMillis = readPageUrls.size === 0 ? Duration.toMillis(limits.maxQueueWait) : Number.POSITIVE_INFINITY
    readPageUrls.add(page.href)
    const response = yield* client.get(page, ByteSize.bytes(bytesLeft), maxWaitMillis, count)
    if (response.status !== 200) {
      if (response.status === 204 || readPageUrls.size === 1) break
      return yield* Effect.fail(unavailable("bad_paging", "responded with status 404 to the next page that it named."))
    }
    bytesLeft -= response.text.length
    if (bytesLeft <= 0)
      return yield* Effect.fail(unavailable("too_large", `responded with more than ${limits.maxResponseBytes} bytes.`))
    const decoded = yield* Effect.fromResult(decodePage(response, receivedAt, profile))
    // Some carriers name a next page after the last one. An empty page ends the query.
    if (decoded.events.length + decoded.rejected.length === 0) break
    pages.push(decoded)
    const following = nextPageOf(page, response.headers)
    next = yield* Effect.fromResult(Result.mapError(following, (message) => unavailable("bad_paging", `${message}.`)))
  }
  if (pages.length === 0) return yield* Effect.fail({ _tag: "Unknown" } as const)
  return mergePages(pages)
})

const queryCarrier = Effect.fnUntraced(function* (
  carrier: CarrierConnection | undefined,
  limits: QueryLimits,
  query: SourceQuery
) {
  const count: RequestCount = { requests: 0 }
  if (carrier === undefined || !supportsReferenceType(carrier.profile, query.kind)) {
    const fault = unavailable("not_configured", `is not configured for queries by ${query.kind}.`)
    return yield* toSourceError(fault, query, 0)
  }
  const decoded = yield* readPages(carrier, limits, query, count).pipe(
    Effect.timeoutOrElse({
      duration: limits.queryDeadline,
      orElse: () =>
        Effect.fail(
          unavailable("timeout", `did not complete the query within ${Duration.toSeconds(limits.queryDeadline)} s.`)
        )
    }),
    Effect.mapError((fault) => toSourceError(fault, query, count.requests))
  )
  const explicitRetractions = decoded.events.some(({ revisionOf }) => revisionOf !== undefined)
  const complete = decoded.rejected.length === 0 && !explicitRetractions
  const snapshot: SourceResponse = { ...decoded, complete, explicitRetractions, requests: count.requests }
  return snapshot
})

/**
 * Queries the carriers of the registry by DCSA Track & Trace 2.2 (`GET /v2/events`, page by page) over the given
 * `HttpClient`. Each carrier has a separate rate limit, access token and wait, so that a slow carrier does not delay
 * another. They begin anew when its profile or keys change; a query in progress completes with the former ones.
 */
export const registryLayer = (
  limits: QueryLimits = defaultQueryLimits
): Layer.Layer<TrackingSource, never, HttpClient.HttpClient | CarrierRegistry> =>
  Layer.effect(
    TrackingSource,
    Effect.gen(function* () {
      const exchange = makeHttpExchange(yield* HttpClient.HttpClient, limits.requestDeadline)
      const registry = yield* CarrierRegistry
      const connections = new WeakMap<ConfiguredCarrier, CarrierConnection>()

      const connectionOf = (carrier: ConfiguredCarrier): CarrierConnection => {
        const cached = connections.get(carrier)
        if (cached !== undefined) return cached
        const connection = { profile: carrier.profile, client: makeCarrierClient(exchange, carrier) }
        connections.set(carrier, connection)
        return connection
      }

      return TrackingSource.of({
        carriers: registry.current,
        changeFrom: registry.changeFrom,
        poll: Effect.fn("DcsaTrackingSource.poll")(function* (query: SourceQuery) {
          const { configured } = yield* registry.current
          const carrier = Option.getOrUndefined(findCarrier(configured, query.scac))
          return yield* queryCarrier(carrier && connectionOf(carrier), limits, query)
        })
      })
    })
  )

/** As `registryLayer`, with carriers that do not change. */
export const layer = (
  carriers: ReadonlyArray<ConfiguredCarrier>,
  limits?: QueryLimits
): Layer.Layer<TrackingSource, never, HttpClient.HttpClient> =>
  Layer.provide(registryLayer(limits), CarrierRegistry.fixed(carriers))
