import { Instant } from "@landfall/core/time/Instant"
import type { Decoded } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { answers, type CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import { type Snapshot, type SourceQuestion, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { ByteSize, Clock, Duration, Effect, Layer, Option, Result } from "effect"
import { HttpClient } from "effect/http"
import { decodeDcsa } from "../events/DcsaDecoder.ts"
import { type CarrierClient, makeCarrierClient, type Spent } from "./CarrierClient.ts"
import type { ConfiguredCarrier } from "./CarrierConfiguration.ts"
import { away, type CarrierFault, refusalOf } from "./CarrierFault.ts"
import { type Exchanged, makeExchange } from "./Exchange.ts"
import { nextPageOf } from "./NextPage.ts"

/** How much of a carrier's time and words one question takes at most. */
export interface QuestionLimits {
  /** One request, from the look-up to the last byte of its answer. */
  readonly requestDeadline: Duration.Duration
  /** The whole question, all its pages and rests. */
  readonly questionDeadline: Duration.Duration
  /** How long it waits for its first turn; once begun it waits as long as its deadline lets it. */
  readonly patience: Duration.Duration
  readonly maxPages: number
  /** All pages together. */
  readonly maxAnswerBytes: number
}

export const defaultQuestionLimits: QuestionLimits = {
  requestDeadline: Duration.seconds(30),
  questionDeadline: Duration.minutes(2),
  patience: Duration.seconds(5),
  maxPages: 100,
  maxAnswerBytes: 16 * 1024 * 1024
}

const PARAMETERS: Readonly<Record<ReferenceType, string>> = {
  CT: "equipmentReference",
  BK: "carrierBookingReference",
  BL: "transportDocumentReference"
}

const firstPage = ({ baseUrl, apiVersion, pageSize }: CarrierProfile, { number, kind }: SourceQuestion): URL => {
  const url = new URL(`${baseUrl.replace(/\/+$/, "")}/v${apiVersion}/events`)
  url.searchParams.set(PARAMETERS[kind], number)
  url.searchParams.set("limit", String(pageSize))
  return url
}

const contentOf = ({ headers }: Exchanged): string => (headers["content-type"] ?? "").split(";")[0]?.trim() ?? ""

const readPage = (page: Exchanged): Result.Result<unknown, CarrierFault> => {
  const type = contentOf(page)
  if (/html/i.test(type)) return Result.fail(away("unreadable", `answered with a page for people (${type}).`))
  return Result.try({
    try: (): unknown => JSON.parse(page.text),
    catch: () => away("unreadable", `answered with what is no JSON, or breaks off (${type === "" ? "untyped" : type}).`)
  })
}

/** An object that holds no list of events, such as an error sent with 200. */
const isNoList = ({ events, refused }: Decoded): boolean =>
  events.length === 0 && refused.length === 1 && /^\$(\.eventType)?$/.test(refused[0]?.path ?? "")

const decodePage = (
  page: Exchanged,
  receivedAt: Instant,
  { quirks }: CarrierProfile
): Result.Result<Decoded, CarrierFault> =>
  Result.flatMap(readPage(page), (payload) => {
    const decoded = decodeDcsa(payload, receivedAt, quirks)
    return isNoList(decoded)
      ? Result.fail(away("unreadable", "answered with JSON that is no list of events."))
      : Result.succeed(decoded)
  })

const joined = (pages: ReadonlyArray<Decoded>): Decoded => {
  const unknown: Record<string, number> = {}
  let before = 0
  const refused = pages.flatMap((page) => {
    const first = before
    before += page.events.length + page.refused.length
    for (const [value, count] of Object.entries(page.unknown)) unknown[value] = (unknown[value] ?? 0) + count
    return page.refused.map((event) => ({ ...event, index: first + event.index }))
  })
  return { events: pages.flatMap(({ events }) => events), refused, unknown }
}

interface Asked {
  readonly profile: CarrierProfile
  readonly client: CarrierClient
}

/** Reads page after page. An empty answer, 204 and 404 all mean that the carrier knows nothing of the shipment. */
const readPages = Effect.fnUntraced(function* (
  { client, profile }: Asked,
  limits: QuestionLimits,
  question: SourceQuestion,
  spent: Spent
): Effect.fn.Return<Decoded, CarrierFault> {
  const receivedAt = Instant.make(yield* Clock.currentTimeMillis)
  const pages: Array<Decoded> = []
  const read = new Set<string>()
  let bytesLeft = limits.maxAnswerBytes
  let next = Option.some(firstPage(profile, question))
  while (Option.isSome(next)) {
    const page = next.value
    if (read.has(page.href)) return yield* Effect.fail(away("bad_paging", "leads back to a page that was read."))
    if (read.size === limits.maxPages) {
      return yield* Effect.fail(away("too_large", `has more than ${limits.maxPages} pages.`))
    }
    const patience = read.size === 0 ? Duration.toMillis(limits.patience) : Number.POSITIVE_INFINITY
    read.add(page.href)
    const answer = yield* client.get(page, ByteSize.bytes(bytesLeft), patience, spent)
    if (answer.status !== 200) {
      if (answer.status === 204 || read.size === 1) break
      return yield* Effect.fail(away("bad_paging", "does not know its own next page (404)."))
    }
    bytesLeft -= answer.text.length
    if (bytesLeft <= 0) return yield* Effect.fail(away("too_large", "answered with more than we read of one answer."))
    const decoded = yield* Effect.fromResult(decodePage(answer, receivedAt, profile))
    // Some name a next page for ever.
    if (decoded.events.length + decoded.refused.length === 0) break
    pages.push(decoded)
    const following = nextPageOf(page, answer.headers)
    next = yield* Effect.fromResult(Result.mapError(following, (said) => away("bad_paging", `${said}.`)))
  }
  if (pages.length === 0) return yield* Effect.fail({ _tag: "Unknown" } as const)
  return joined(pages)
})

const answer = Effect.fnUntraced(function* (
  carrier: Asked | undefined,
  limits: QuestionLimits,
  question: SourceQuestion
) {
  const spent: Spent = { requests: 0 }
  if (carrier === undefined || !answers(carrier.profile, question.kind)) {
    const fault = away("not_configured", `is not configured to be asked for ${question.kind}.`)
    return yield* refusalOf(fault, question, 0)
  }
  const decoded = yield* readPages(carrier, limits, question, spent).pipe(
    Effect.timeoutOrElse({
      duration: limits.questionDeadline,
      orElse: () => Effect.fail(away("timeout", `took more than ${Duration.toSeconds(limits.questionDeadline)} s.`))
    }),
    Effect.mapError((fault) => refusalOf(fault, question, spent.requests))
  )
  const snapshot: Snapshot = { ...decoded, complete: decoded.refused.length === 0, requests: spent.requests }
  return snapshot
})

/**
 * Asks carriers that speak DCSA Track & Trace 2.2: `GET /v2/events`, page after page, over whatever `HttpClient` it is
 * given. Each carrier has its own rate, tokens and rests; one that hangs delays nobody else.
 */
export const layer = (
  carriers: ReadonlyArray<ConfiguredCarrier>,
  limits: QuestionLimits = defaultQuestionLimits
): Layer.Layer<TrackingSource, never, HttpClient.HttpClient> =>
  Layer.effect(
    TrackingSource,
    Effect.gen(function* () {
      const exchange = makeExchange(yield* HttpClient.HttpClient, limits.requestDeadline)
      const byScac = new Map(
        carriers.map((carrier): readonly [string, Asked] => [
          carrier.profile.scac,
          { profile: carrier.profile, client: makeCarrierClient(exchange, carrier) }
        ])
      )
      return TrackingSource.of({
        carriers: carriers.map(({ profile }) => profile),
        ask: Effect.fn("DcsaTrackingSource.ask")((question: SourceQuestion) =>
          answer(byScac.get(question.scac), limits, question)
        )
      })
    })
  )
