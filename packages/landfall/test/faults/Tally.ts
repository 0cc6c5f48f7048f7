import { type Accepted, TYPES_OF_JOURNEY } from "./Load.ts"
import type { Receiver } from "./Receiver.ts"
import type { StoredDelivery } from "./StoredDeliveries.ts"

/** The result of a run. Each accepted alert is delivered, exhausted, waiting or lost. */
export interface Tally {
  /** Alerts that the service accepted, according to its responses. */
  readonly accepted: number
  /** Accepted alerts that arrived. */
  readonly delivered: number
  /** Repeated deliveries, with the same id and the same body. */
  readonly duplicated: number
  /** Alerts that did not arrive, whose delivery is stored as exhausted: every attempt of the retry policy failed. */
  readonly exhausted: number
  /** Alerts that did not arrive yet, whose delivery is stored with a further attempt or is being sent. */
  readonly waiting: number
  /** Alerts that did not arrive, and that the database does not explain: no delivery, or one without a further attempt. */
  readonly lost: number
  /** What the database has of each lost alert, one sentence each. */
  readonly losses: ReadonlyArray<string>
  /** Examples that arrived although their response did not. */
  readonly unconfirmed: number
  /** Violations, one sentence each. */
  readonly faults: ReadonlyArray<string>
}

interface ReceivedAlert {
  readonly id: string
  readonly type: string
  readonly sequence: number
}

/** The received alerts of journeys, by container. */
const journeysOf = ({ arrivals }: Arrivals): ReadonlyMap<string, ReadonlyArray<ReceivedAlert>> => {
  const journeys = new Map<string, Array<ReceivedAlert>>()
  for (const [id, { body }] of arrivals) {
    const { type, data } = JSON.parse(body)
    if (data.example === true) continue
    const container: string = data.container ?? data.shipment.number
    journeys.set(container, [...(journeys.get(container) ?? []), { id, type, sequence: data.sequence }])
  }
  return journeys
}

const journeyFaults = (container: string, alerts: ReadonlyArray<ReceivedAlert>): ReadonlyArray<string> => {
  const types = new Set(alerts.map(({ type }) => type))
  const repeats = alerts.length > types.size ? [`${container} got the same alert with two ids`] : []
  const sequences = alerts.map(({ sequence }) => sequence).toSorted((a, b) => a - b)
  const gaps = sequences.some((sequence, index) => sequence !== index + 1)
  return gaps ? [...repeats, `the sequence of ${container} is ${sequences.join(" ")}`] : repeats
}

type Arrivals = Pick<Receiver, "arrivals" | "faults">

/** An accepted alert: the id of an example, or the container and type of an alert of a journey. */
const keyOfJourney = (container: string, type: string): string => `${container} ${type}`

/** The stored deliveries by the key of their alert. */
const byAlert = (stored: ReadonlyArray<StoredDelivery>): ReadonlyMap<string, StoredDelivery> =>
  new Map(
    stored.map((delivery) => [
      delivery.number === null ? delivery.messageId : keyOfJourney(delivery.number, delivery.type),
      delivery
    ])
  )

/** What became of an alert that has not arrived. */
export type Absence =
  | { readonly _tag: "Exhausted" }
  | { readonly _tag: "Waiting" }
  | { readonly _tag: "Lost"; readonly reason: string }

/**
 * What became of an alert that has not arrived, by the row of its delivery. One that is stored as exhausted before its last
 * attempt was abandoned too early, and is lost.
 */
export const absenceOf = (delivery: StoredDelivery | undefined, maxAttempts: number): Absence => {
  if (delivery === undefined) return { _tag: "Lost", reason: "has no delivery" }
  const { state, attempts } = delivery
  switch (state) {
    case "waiting":
    case "pending":
    case "retry":
    case "leased":
      return { _tag: "Waiting" }
    case "exhausted":
      return attempts >= maxAttempts
        ? { _tag: "Exhausted" }
        : { _tag: "Lost", reason: `is stored as exhausted after ${attempts} of ${maxAttempts} attempts` }
    case "succeeded":
    case "skipped":
      return { _tag: "Lost", reason: `is stored as ${state}, and did not arrive` }
  }
}

/**
 * Compares the accepted work with the alerts that have arrived so far, and what has not arrived with the rows of the
 * database.
 *
 * @param maxAttempts the number of attempts of the retry policy
 */
export const tallyOf = (
  accepted: Accepted,
  receiver: Arrivals,
  stored: ReadonlyArray<StoredDelivery>,
  maxAttempts: number
): Tally => {
  const journeys = journeysOf(receiver)
  const faults = [...receiver.faults]
  const absent = [...accepted.examples].filter((id) => !receiver.arrivals.has(id))
  for (const container of accepted.containers) {
    const alerts = journeys.get(container) ?? []
    const types = new Set(alerts.map(({ type }) => type))
    const missing = TYPES_OF_JOURNEY.filter((type) => !types.has(type))
    absent.push(...missing.map((type) => keyOfJourney(container, type)))
    if (missing.length === 0) faults.push(...journeyFaults(container, alerts))
  }
  const deliveries = byAlert(stored)
  const absences = absent.map((key) => ({ key, absence: absenceOf(deliveries.get(key), maxAttempts) }))
  const count = (tag: Absence["_tag"]) => absences.filter(({ absence }) => absence._tag === tag).length
  const examples = receiver.arrivals.size - [...journeys.values()].flat().length
  const total = accepted.containers.length * TYPES_OF_JOURNEY.length + accepted.examples.size
  return {
    accepted: total,
    delivered: total - absent.length,
    duplicated: [...receiver.arrivals.values()].reduce((sum, { times }) => sum + times - 1, 0),
    exhausted: count("Exhausted"),
    waiting: count("Waiting"),
    lost: count("Lost"),
    losses: absences.flatMap(({ key, absence }) => (absence._tag === "Lost" ? [`${key} ${absence.reason}`] : [])),
    unconfirmed: examples - [...accepted.examples].filter((id) => receiver.arrivals.has(id)).length,
    faults
  }
}
