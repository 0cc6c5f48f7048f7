import type { LimitName } from "@landfall/core/limits/Limits"
import { Predicate } from "effect"

/** The weight of the requests of one operation, in ordinary requests. */
interface OperationWeight {
  /** The weight of every request. */
  readonly base: number
  /** The number of items that count as one request, where a request carries items. */
  readonly itemsPerRequest?: number
}

/**
 * The operations whose requests count as more than one, by `group.endpoint`. The base follows the
 * transactions, look-ups and deliveries that the operation causes, beside the read of one object.
 */
export const OPERATION_WEIGHTS: Readonly<Record<string, OperationWeight>> = {
  "co2.compute": { base: 1, itemsPerRequest: 1 },
  "co2.computeBatch": { base: 1, itemsPerRequest: 1 },
  "co2.route": { base: 1, itemsPerRequest: 1 },
  "dashboard.link": { base: 5 },
  "dashboard.portal": { base: 5 },
  "endpoints.change": { base: 5 },
  "endpoints.check": { base: 5 },
  "endpoints.create": { base: 5 },
  "endpoints.replace": { base: 5 },
  "endpoints.sendExample": { base: 20 },
  "eta.accuracy": { base: 20 },
  "eta.shipment": { base: 5 },
  "eta.vessel": { base: 5 },
  "portCongestion.anchorage": { base: 5 },
  "portCongestion.batch": { base: 1, itemsPerRequest: 1 },
  "portCongestion.calls": { base: 5 },
  "portCongestion.compareTimes": { base: 10, itemsPerRequest: 1 },
  "portCongestion.history": { base: 5 },
  "portCongestion.times": { base: 5 },
  "portWatches.create": { base: 5 },
  "shipments.check": { base: 1, itemsPerRequest: 100 },
  "shipments.easyShipment": { base: 1, itemsPerRequest: 10 },
  "shipments.list": { base: 1, itemsPerRequest: 10 },
  "tasks.enrolAll": { base: 50 },
  "tasks.recover": { base: 50 },
  "tasks.replayMissing": { base: 50 },
  "tasks.resend": { base: 20 },
  "trackingEvents.receive": { base: 1, itemsPerRequest: 10 }
}

/** The weight of a request of an operation before its body is read: 1 unless the operation is listed. */
export const baseWeight = (operation: string): number => OPERATION_WEIGHTS[operation]?.base ?? 1

/** The weight of a request with a number of items. */
export const weightOf = (operation: string, items: number): number => {
  const weight = OPERATION_WEIGHTS[operation]
  if (weight === undefined) return 1
  const { base, itemsPerRequest } = weight
  return itemsPerRequest === undefined ? base : Math.max(base, Math.ceil(items / itemsPerRequest))
}

/**
 * The weight of a voyage with passages to avoid or to require: few of these routes are cached, and the others take as
 * long.
 */
const CONSTRAINED_VOYAGE = 5

const hasItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** The weight of the request of a voyage or a route, whether it is valid or not. */
export const weightOfVoyage = (request: unknown): number => {
  const options: unknown = Predicate.hasProperty(request, "options") ? request.options : undefined
  if (!Predicate.isObject(options)) return 1
  const isConstrained =
    (Predicate.hasProperty(options, "avoid") && hasItems(options.avoid)) ||
    (Predicate.hasProperty(options, "require") && hasItems(options.require))
  return isConstrained ? CONSTRAINED_VOYAGE : 1
}

/** The default length of a page, which counts as one request. */
const ITEMS_PER_PAGE = 50

/** The least weight of a request for a page of at most `items` items. */
export const weightOfPage = (items: number): number => Math.ceil(items / ITEMS_PER_PAGE)

/** The weights of lists with a filter for which thousands of rows are read that do not match. */
const FILTER_WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "shipments.list": { endpointId: 5, search: 10 }
}

/**
 * The minimum weight of a request by its filters.
 *
 * @param query the query of its URL, without the question mark
 */
export const weightOfFilters = (operation: string, query: string): number => {
  const weights = FILTER_WEIGHTS[operation]
  if (weights === undefined || query === "") return 1
  const filters = new URLSearchParams(query)
  const applied = Object.entries(weights).filter(([name]) => (filters.get(name) ?? "") !== "")
  return Math.max(1, ...applied.map(([, weight]) => weight))
}

/** The bytes of a body that count as one request: to receive and to measure them takes as long. */
const BYTES_PER_REQUEST = 32 * 1024

/** The least weight of a request by the bytes of its body. It is known before the body is read. */
export const weightOfBytes = (bytes: number): number => Math.ceil(bytes / BYTES_PER_REQUEST)

/** The bytes of a document that count as one request: to send them takes as long. */
const DOCUMENT_BYTES_PER_REQUEST = 128 * 1024

/** The weight of a request for a document of `bytes`: large ones can be read without a key. */
export const weightOfDocument = (bytes: number): number => Math.max(1, Math.ceil(bytes / DOCUMENT_BYTES_PER_REQUEST))

/** The carrier events that count as one request where journeys are derived from them. */
const EVENTS_PER_REQUEST = 50

/** The least weight of a request that derives journeys from `events` events. */
export const weightOfEvents = (events: number): number => Math.floor(events / EVENTS_PER_REQUEST)

/** From this weight on, a request with items is heavy: few of them run at the same time. */
const HEAVY_WEIGHT = 20

/** Whether a request of this weight takes one of the places of heavy requests. */
export const isHeavy = (weight: number): boolean => weight >= HEAVY_WEIGHT

/** The items that a request lists, where they can be counted before its body is parsed. */
interface ListedItems {
  /** The depth of the arrays that list them. */
  readonly depth: number
  readonly limit: LimitName
}

const LISTED_ITEMS: Readonly<Record<string, ListedItems>> = {
  "shipments.check": { depth: 2, limit: "request.lines" },
  "shipments.easyShipment": { depth: 3, limit: "request.lines" }
}

/** The items of an operation that are counted before its body is parsed; undefined where they are counted later. */
export const listedItemsOf = (operation: string): ListedItems | undefined => LISTED_ITEMS[operation]
