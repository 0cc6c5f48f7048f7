import { type Accepted, TYPES_OF_JOURNEY } from "./Load.ts"
import type { Receiver } from "./Receiver.ts"

/** What came of a run. */
export interface Tally {
  /** Alerts that the service has accepted, by its answers. */
  readonly accepted: number
  /** Of these, how many have come. */
  readonly delivered: number
  /** How often one came that had come before, with the same id and the same body. */
  readonly duplicated: number
  readonly lost: number
  /** Examples that came though their answer never did. */
  readonly unasked: number
  /** What must never be, in words. */
  readonly faults: ReadonlyArray<string>
}

interface Told {
  readonly id: string
  readonly type: string
  readonly sequence: number
}

/** What has come of journeys, by container. */
const journeysOf = (receiver: Receiver): ReadonlyMap<string, ReadonlyArray<Told>> => {
  const journeys = new Map<string, Array<Told>>()
  for (const [id, { body }] of receiver.arrivals) {
    const { type, data } = JSON.parse(body)
    if (data.example === true) continue
    const container: string = data.container ?? data.shipment.number
    journeys.set(container, [...(journeys.get(container) ?? []), { id, type, sequence: data.sequence }])
  }
  return journeys
}

const journeyFaults = (container: string, told: ReadonlyArray<Told>): ReadonlyArray<string> => {
  const types = new Set(told.map(({ type }) => type))
  const twice = told.length > types.size ? [`${container} was told the same under two ids`] : []
  const sequences = told.map(({ sequence }) => sequence).toSorted((a, b) => a - b)
  const gaps = sequences.some((sequence, index) => sequence !== index + 1)
  return gaps ? [...twice, `the sequence of ${container} is ${sequences.join(" ")}`] : twice
}

/** Compares what was accepted with what has come so far. */
export const tallyOf = (accepted: Accepted, receiver: Receiver): Tally => {
  const journeys = journeysOf(receiver)
  const faults = [...receiver.faults]
  let delivered = 0
  for (const container of accepted.containers) {
    const told = journeys.get(container) ?? []
    const types = new Set(told.map(({ type }) => type))
    const came = TYPES_OF_JOURNEY.filter((type) => types.has(type)).length
    delivered += came
    if (came === TYPES_OF_JOURNEY.length) faults.push(...journeyFaults(container, told))
  }
  const ids = [...receiver.arrivals.keys()]
  const ofJourneys = [...journeys.values()].flat().length
  const examples = ids.length - ofJourneys
  const asked = [...accepted.examples].filter((id) => receiver.arrivals.has(id)).length
  const total = accepted.containers.length * TYPES_OF_JOURNEY.length + accepted.examples.size
  delivered += asked
  return {
    accepted: total,
    delivered,
    duplicated: [...receiver.arrivals.values()].reduce((sum, { times }) => sum + times - 1, 0),
    lost: total - delivered,
    unasked: examples - asked,
    faults
  }
}
