import { type Accepted, TYPES_OF_JOURNEY } from "./Load.ts"
import type { Receiver } from "./Receiver.ts"

/** The result of a run. */
export interface Tally {
  /** Alerts that the service accepted, according to its responses. */
  readonly accepted: number
  /** Accepted alerts that arrived. */
  readonly delivered: number
  /** Repeated deliveries, with the same id and the same body. */
  readonly duplicated: number
  readonly lost: number
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
const journeysOf = (receiver: Receiver): ReadonlyMap<string, ReadonlyArray<ReceivedAlert>> => {
  const journeys = new Map<string, Array<ReceivedAlert>>()
  for (const [id, { body }] of receiver.arrivals) {
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

/** Compares the accepted work with the alerts that have arrived so far. */
export const tallyOf = (accepted: Accepted, receiver: Receiver): Tally => {
  const journeys = journeysOf(receiver)
  const faults = [...receiver.faults]
  let delivered = 0
  for (const container of accepted.containers) {
    const alerts = journeys.get(container) ?? []
    const types = new Set(alerts.map(({ type }) => type))
    const arrived = TYPES_OF_JOURNEY.filter((type) => types.has(type)).length
    delivered += arrived
    if (arrived === TYPES_OF_JOURNEY.length) faults.push(...journeyFaults(container, alerts))
  }
  const ids = [...receiver.arrivals.keys()]
  const ofJourneys = [...journeys.values()].flat().length
  const examples = ids.length - ofJourneys
  const confirmed = [...accepted.examples].filter((id) => receiver.arrivals.has(id)).length
  const total = accepted.containers.length * TYPES_OF_JOURNEY.length + accepted.examples.size
  delivered += confirmed
  return {
    accepted: total,
    delivered,
    duplicated: [...receiver.arrivals.values()].reduce((sum, { times }) => sum + times - 1, 0),
    lost: total - delivered,
    unconfirmed: examples - confirmed,
    faults
  }
}
