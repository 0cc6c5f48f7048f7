import { Instant } from "@landfall/core/time/Instant"
import type { DecodeResult } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { type CarrierProfile, eventsUrl, supportsReferenceType } from "@landfall/core/tracking/carriers/CarrierProfile"
import { type SourceQuery, type SourceResponse, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { ByteSize, Clock, Duration, Effect, Layer, Option, Result } from "effect"
import { HttpClient } from "effect/http"
import { JsonParser, type JsonParsing, SOURCE_JSON_LIMITS } from "../../json/JsonParser.ts"
import { countEvents, decodeDcsaInSlices } from "../events/DcsaDecoder.ts"
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
  /** The maximum number of events of all pages together. A bill of lading has some hundreds. */
  readonly maxEvents: number
}

/** The limits of a server. */
export const defaultQueryLimits: QueryLimits = {
  requestDeadline: Duration.seconds(30),
  queryDeadline: Duration.minutes(2),
  maxQueueWait: Duration.seconds(5),
  maxPages: 100,
  maxResponseBytes: 16 * 1024 * 1024,
  maxEvents: 10_000
}

interface CarrierConnection {
  readonly profile: CarrierProfile
  readonly client: CarrierClient
  readonly json: JsonParsing
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

const { maxDepth, maxProperties, maxValues } = SOURCE_JSON_LIMITS

const excessiveJson = unavailable(
  "too_large",
  `responded with JSON of more than ${maxValues} values, ${maxDepth} levels or ${maxProperties} properties of an object.`
)

const readPage = (page: CarrierResponse, json: JsonParsing): Effect.Effect<unknown, CarrierFault> => {
  const type = contentTypeOf(page)
  if (/html/i.test(type))
    return Effect.fail(
      unavailable("unreadable", `responded with an HTML page (${type}) instead of JSON; check baseUrl.`)
    )
  return Effect.mapError(json.parse(page.body), (fault) =>
    fault === "excess"
      ? excessiveJson
      : unavailable(
          "unreadable",
          `responded with malformed or truncated JSON (content type: ${type === "" ? "none" : type}).`
        )
  )
}

/** Whether the payload is not a list of events, such as an error object sent with status 200. */
const isNotEventList = ({ events, rejected }: DecodeResult): boolean =>
  events.length === 0 && rejected.length === 1 && /^\$(\.eventType)?$/.test(rejected[0]?.path ?? "")

const decodePage = Effect.fnUntraced(function* (
  page: CarrierResponse,
  receivedAt: Instant,
  { profile, json }: CarrierConnection,
  maxEvents: number
): Effect.fn.Return<DecodeResult, CarrierFault> {
  const payload = yield* readPage(page, json)
  if ((yield* countEvents(payload)) > maxEvents)
    return yield* Effect.fail(unavailable("too_large", "responded with more events than a shipment can have."))
  const decoded = yield* decodeDcsaInSlices(payload, receivedAt, profile.quirks)
  return isNotEventList(decoded)
    ? yield* Effect.fail(unavailable("unreadable", "responded with JSON that is not a list of events; check baseUrl."))
    : decoded
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

/** Reads all pages. An empty response, 204 and 404 mean that the carrier does not know the shipment. */
const readPages = Effect.fnUntraced(function* (
  connection: CarrierConnection,
  limits: QueryLimits,
  query: SourceQuery,
  count: RequestCount
): Effect.fn.Return<DecodeResult, CarrierFault> {
  const { client, profile } = connection
  const receivedAt = Instant.make(yield* Clock.currentTimeMillis)
  const pages: Array<DecodeResult> = []
  const readPageUrls = new Set<string>()
  let bytesLeft = limits.maxResponseBytes
  let eventsLeft = limits.maxEvents
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
    bytesLeft -= response.body.length
    if (bytesLeft <= 0)
      return yield* Effect.fail(unavailable("too_large", `responded with more than ${limits.maxResponseBytes} bytes.`))
    const decoded = yield* decodePage(response, receivedAt, connection, eventsLeft)
    eventsLeft -= decoded.events.length + decoded.rejected.length
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
 * another. These restart when the profile or keys of the carrier change; a query in progress completes with the former ones.
 */
export const registryLayer = (
  limits: QueryLimits = defaultQueryLimits
): Layer.Layer<TrackingSource, never, HttpClient.HttpClient | CarrierRegistry> =>
  Layer.effect(
    TrackingSource,
    Effect.gen(function* () {
      const exchange = makeHttpExchange(yield* HttpClient.HttpClient, limits.requestDeadline)
      const json = yield* JsonParser
      const registry = yield* CarrierRegistry
      const connections = new WeakMap<ConfiguredCarrier, CarrierConnection>()

      const connectionOf = (carrier: ConfiguredCarrier): CarrierConnection => {
        const cached = connections.get(carrier)
        if (cached !== undefined) return cached
        const connection = { profile: carrier.profile, client: makeCarrierClient(exchange, carrier), json }
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
