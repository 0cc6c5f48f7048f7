import type { Account } from "@landfall/core/accounts/Account"
import { type DeliveryLease, DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Message } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import type { MessageFilter } from "@landfall/core/alerts/operations/MessageLog"
import { DeliveryStatus } from "@landfall/core/alerts/operations/MessageSummary"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { type Page, type PageRequest, parseCursor } from "@landfall/core/listing/Page"
import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { ulidOf } from "../../../samples/Samples.ts"
import { draftTo, outcomeOf, responseOutcome } from "../../suite/DeliverySamples.ts"
import type { StoragePorts } from "../../suite/StoragePorts.ts"

const HOUR_MILLIS = 3_600_000
const TYPES = ["vessel.arrival.at.final.pod", "vessel.departure.from.first.pol", "shipment.added.to.endpoint"] as const

export const shipmentIdOf = (n: number): ShipmentId => ShipmentId.make(`shp_${ulidOf(n)}`)

/** The status of a delivery, `retry` when it is pending after a failure, or `none` without a delivery. */
export const ScenarioStatus = Schema.Literals(["none", "retry", ...DeliveryStatus.literals])
export type ScenarioStatus = typeof ScenarioStatus.Type

/** The status by which a filter finds a delivery. */
export const filterStatusOf = (result: ScenarioStatus): ScenarioStatus => (result === "retry" ? "pending" : result)

/** A message with its deliveries to two endpoints. */
export const MessageScenario = Schema.Struct({
  type: Schema.Literals(TYPES),
  example: Schema.Boolean,
  shipment: Schema.Literals([0, 1, 2]),
  results: Schema.Tuple([ScenarioStatus, ScenarioStatus])
})
export type MessageScenario = typeof MessageScenario.Type

/** A filter of scenarios; its window is in seconds after the first of them. */
export const MessageSearch = Schema.Struct({
  type: Schema.optionalKey(Schema.Literals(TYPES)),
  status: Schema.optionalKey(DeliveryStatus),
  example: Schema.optionalKey(Schema.Boolean),
  shipment: Schema.optionalKey(Schema.Literals([1, 2])),
  endpoint: Schema.optionalKey(Schema.Literals([0, 1])),
  since: Schema.optionalKey(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 15 })))),
  until: Schema.optionalKey(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 15 }))))
})
export type MessageSearch = typeof MessageSearch.Type

/** Whether a search finds the scenario that was posted `second` seconds after the first. */
export const matchesSearch = (search: MessageSearch, scenario: MessageScenario, second: number): boolean =>
  (search.type ?? scenario.type) === scenario.type &&
  (search.example ?? scenario.example) === scenario.example &&
  (search.shipment ?? scenario.shipment) === scenario.shipment &&
  second >= (search.since ?? 0) &&
  second < (search.until ?? Number.POSITIVE_INFINITY) &&
  ((search.status === undefined && search.endpoint === undefined) ||
    scenario.results.some(
      (result, index) =>
        result !== "none" &&
        (search.endpoint ?? index) === index &&
        (search.status === undefined || search.status === filterStatusOf(result))
    ))

/** The filter of a search among scenarios of which the first was posted at `start`. */
export const filterOf = (
  search: MessageSearch,
  endpointIds: ReadonlyArray<EndpointId>,
  start: DateTime.Utc
): MessageFilter => {
  const { type, status, example, shipment, endpoint, since, until } = search
  const endpointId = endpoint === undefined ? undefined : endpointIds[endpoint]
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...(example === undefined ? {} : { example }),
    ...(shipment === undefined ? {} : { shipmentId: shipmentIdOf(shipment) }),
    ...(endpointId === undefined ? {} : { endpointId }),
    ...(since === undefined ? {} : { since: DateTime.add(start, { seconds: since }) }),
    ...(until === undefined ? {} : { until: DateTime.add(start, { seconds: until }) })
  }
}

const decisionOf = (result: ScenarioStatus, now: number): RetryDecision | undefined => {
  switch (result) {
    case "succeeded":
      return { _tag: "Succeed" }
    case "exhausted":
      return { _tag: "Exhaust" }
    case "retry":
      return { _tag: "Retry", dueAt: now + HOUR_MILLIS, pauseUntil: undefined }
    default:
      return undefined
  }
}

/** Posts the messages of scenarios one second apart, and brings each delivery to its status. */
export const postScenarios = Effect.fnUntraced(function* (
  account: Account,
  endpointIds: ReadonlyArray<EndpointId>,
  scenarios: ReadonlyArray<MessageScenario>
) {
  const [outbox, queue] = [yield* Outbox, yield* DeliveryQueue]
  const messages: Array<Message> = []
  const results = new Map<string, ScenarioStatus>()
  for (const scenario of scenarios) {
    const recipients = endpointIds.flatMap((endpointId, index) => {
      const result = scenario.results[index] ?? "none"
      if (result === "none") return []
      return [{ endpointId, skip: result === "skipped" ? Option.some("filter" as const) : Option.none() }]
    })
    const shipmentId = scenario.shipment === 0 ? Option.none() : Option.some(shipmentIdOf(scenario.shipment))
    const draft = draftTo([], { type: scenario.type, example: scenario.example, shipmentId, recipients })
    const message = yield* outbox.post(account.id, draft, yield* DateTime.now)
    messages.push(message)
    for (const [index, endpointId] of endpointIds.entries()) {
      results.set(`${message.id} ${endpointId}`, scenario.results[index] ?? "none")
    }
    yield* TestClock.adjust(1000)
  }
  const now = yield* Clock.currentTimeMillis
  const resultOf = ({ messageId, endpointId }: DeliveryLease) => results.get(`${messageId} ${endpointId}`) ?? "none"
  const leases = yield* queue.claim(1000, 24 * HOUR_MILLIS)
  const outcomes = leases.flatMap((lease) => {
    const next = decisionOf(resultOf(lease), now)
    return next === undefined ? [] : [outcomeOf(lease, next, now, responseOutcome(next._tag === "Succeed" ? 200 : 500))]
  })
  yield* queue.record(outcomes)
  yield* queue.release(leases.filter((lease) => resultOf(lease) === "pending"))
  return messages
})

/** Reads a list to its end, page by page. */
export const readAllPages = Effect.fnUntraced(function* <A, E>(
  list: (page: PageRequest) => Effect.Effect<Page<A>, E, StoragePorts>,
  limit: number
) {
  const rows: Array<A> = []
  for (let cursor: PageRequest["cursor"] = Option.none(); ; ) {
    const page: Page<A> = yield* list({ limit, cursor })
    rows.push(...page.data)
    if (page.done) return rows
    cursor = Option.some(yield* parseCursor(Option.getOrThrow(page.iterator)))
  }
})
