import { Instant } from "@landfall/core/time/Instant"
import type { DecodeResult } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { type CarrierProfile, supportsReferenceType } from "@landfall/core/tracking/carriers/CarrierProfile"
import { type SourceQuery, type SourceResponse, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { ByteSize, Clock, Duration, Effect, Layer, Option, Result } from "effect"
import { HttpClient } from "effect/http"
import { decodeDcsa } from "../events/DcsaDecoder.ts"
import { type CarrierClient, makeCarrierClient, type RequestCount } from "./CarrierClient.ts"
import type { ConfiguredCarrier } from "./CarrierConfiguration.ts"
import { type CarrierFault, toSourceError, unavailable } from "./CarrierFault.ts"
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

const firstPageUrl = ({ baseUrl, apiVersion, pageSize }: CarrierProfile, { number, kind }: SourceQuery): URL => {
  const url = new URL(`${baseUrl.replace(/\/+$/, "")}/v${apiVersion}/events`)
  url.searchParams.set(PARAMETERS[kind], number)
  url.searchParams.set("limit", String(pageSize))
  return url
}

const contentTypeOf = ({ headers }: CarrierResponse): string =>
  (headers["content-type"] ?? "").split(";")[0]?.trim() ?? ""

const readPage = (page: CarrierResponse): Result.Result<unknown, CarrierFault> => {
  const type = contentTypeOf(page)
  if (/html/i.test(type)) return Result.fail(unavailable("unreadable", `answered with a page for people (${type}).`))
  return Result.try({
    try: (): unknown => JSON.parse(page.text),
    catch: () =>
      unavailable("unreadable", `answered with what is no JSON, or breaks off (${type === "" ? "untyped" : type}).`)
  })
}

/** Whether an object has no list of events, such as an error sent with status 200. */
const isNoList = ({ events, rejected }: DecodeResult): boolean =>
  events.length === 0 && rejected.length === 1 && /^\$(\.eventType)?$/.test(rejected[0]?.path ?? "")

const decodePage = (
  page: CarrierResponse,
  receivedAt: Instant,
  { quirks }: CarrierProfile
): Result.Result<DecodeResult, CarrierFault> =>
  Result.flatMap(readPage(page), (payload) => {
    const decoded = decodeDcsa(payload, receivedAt, quirks)
    return isNoList(decoded)
      ? Result.fail(unavailable("unreadable", "answered with JSON that is no list of events."))
      : Result.succeed(decoded)
  })

const mergePages = (pages: ReadonlyArray<DecodeResult>): DecodeResult => {
  const unknown: Record<string, number> = {}
  let before = 0
  const refused = pages.flatMap((page) => {
    const first = before
    before += page.events.length + page.rejected.length
    for (const [value, count] of Object.entries(page.unknown)) unknown[value] = (unknown[value] ?? 0) + count
    return page.rejected.map((event) => ({ ...event, index: first + event.index }))
  })
  return { events: pages.flatMap(({ events }) => events), rejected: refused, unknown }
}

interface CarrierConnection {
  readonly profile: CarrierProfile
  readonly client: CarrierClient
}

/** Reads all pages. An empty response, 204 and 404 mean that the carrier does not know the shipment. */
const readPages = Effect.fnUntraced(function* (
  { client, profile }: CarrierConnection,
  limits: QueryLimits,
  question: SourceQuery,
  spent: RequestCount
): Effect.fn.Return<DecodeResult, CarrierFault> {
  const receivedAt = Instant.make(yield* Clock.currentTimeMillis)
  const pages: Array<DecodeResult> = []
  const read = new Set<string>()
  let bytesLeft = limits.maxResponseBytes
  let next = Option.some(firstPageUrl(profile, question))
  while (Option.isSome(next)) {
    const page = next.value
    if (read.has(page.href)) return yield* Effect.fail(unavailable("bad_paging", "leads back to a page that was read."))
    if (read.size === limits.maxPages) {
      return yield* Effect.fail(unavailable("too_large", `has more than ${limits.maxPages} pages.`))
    }
    const patience = read.size === 0 ? Duration.toMillis(limits.maxQueueWait) : Number.POSITIVE_INFINITY
    read.add(page.href)
    const answer = yield* client.get(page, ByteSize.bytes(bytesLeft), patience, spent)
    if (answer.status !== 200) {
      if (answer.status === 204 || read.size === 1) break
      return yield* Effect.fail(unavailable("bad_paging", "does not know its own next page (404)."))
    }
    bytesLeft -= answer.text.length
    if (bytesLeft <= 0)
      return yield* Effect.fail(unavailable("too_large", "answered with more than we read of one answer."))
    const decoded = yield* Effect.fromResult(decodePage(answer, receivedAt, profile))
    // Some carriers name a next page without end.
    if (decoded.events.length + decoded.rejected.length === 0) break
    pages.push(decoded)
    const following = nextPageOf(page, answer.headers)
    next = yield* Effect.fromResult(Result.mapError(following, (said) => unavailable("bad_paging", `${said}.`)))
  }
  if (pages.length === 0) return yield* Effect.fail({ _tag: "Unknown" } as const)
  return mergePages(pages)
})

const queryCarrier = Effect.fnUntraced(function* (
  carrier: CarrierConnection | undefined,
  limits: QueryLimits,
  question: SourceQuery
) {
  const spent: RequestCount = { requests: 0 }
  if (carrier === undefined || !supportsReferenceType(carrier.profile, question.kind)) {
    const fault = unavailable("not_configured", `is not configured to be asked for ${question.kind}.`)
    return yield* toSourceError(fault, question, 0)
  }
  const decoded = yield* readPages(carrier, limits, question, spent).pipe(
    Effect.timeoutOrElse({
      duration: limits.queryDeadline,
      orElse: () => Effect.fail(unavailable("timeout", `took more than ${Duration.toSeconds(limits.queryDeadline)} s.`))
    }),
    Effect.mapError((fault) => toSourceError(fault, question, spent.requests))
  )
  const snapshot: SourceResponse = { ...decoded, complete: decoded.rejected.length === 0, requests: spent.requests }
  return snapshot
})

/**
 * Queries carriers by DCSA Track & Trace 2.2 (`GET /v2/events`, page by page) over the given `HttpClient`. Each carrier has
 * its own rate limit, token and waits, so that a slow carrier does not delay another.
 */
export const layer = (
  carriers: ReadonlyArray<ConfiguredCarrier>,
  limits: QueryLimits = defaultQueryLimits
): Layer.Layer<TrackingSource, never, HttpClient.HttpClient> =>
  Layer.effect(
    TrackingSource,
    Effect.gen(function* () {
      const exchange = makeHttpExchange(yield* HttpClient.HttpClient, limits.requestDeadline)
      const byScac = new Map(
        carriers.map((carrier): readonly [string, CarrierConnection] => [
          carrier.profile.scac,
          { profile: carrier.profile, client: makeCarrierClient(exchange, carrier) }
        ])
      )
      return TrackingSource.of({
        carriers: carriers.map(({ profile }) => profile),
        poll: Effect.fn("DcsaTrackingSource.ask")((question: SourceQuery) =>
          queryCarrier(byScac.get(question.scac), limits, question)
        )
      })
    })
  )
