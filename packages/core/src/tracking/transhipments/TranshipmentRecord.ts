import { Schema } from "effect"
import { HOUR_MILLIS } from "../../time/Durations.ts"

/** The number of discharges that looked final when they were received, and of those that were at a transhipment. */
export const FinalPodTally = Schema.Struct({ total: Schema.Int, wrong: Schema.Int })
export type FinalPodTally = typeof FinalPodTally.Type

/** The tallies of one carrier: of discharges at the last port known, and at the last port that was planned. */
export const CarrierFinalPods = Schema.Struct({ none: FinalPodTally, planned: FinalPodTally })
export type CarrierFinalPods = typeof CarrierFinalPods.Type

/**
 * The record of the completed shipments of one account: by carrier, how often a port that looked final was not; by
 * port, how many containers waited for their next vessel up to each of `DWELL_HOURS`, and longer.
 */
export const TranshipmentRecord = Schema.Struct({
  carriers: Schema.Record(Schema.String, CarrierFinalPods),
  dwells: Schema.Record(Schema.String, Schema.Array(Schema.Int))
})
export type TranshipmentRecord = typeof TranshipmentRecord.Type

/** The record before the first completed shipment. */
export const NO_TRANSHIPMENTS: TranshipmentRecord = { carriers: {}, dwells: {} }

/** The outcomes of one completed shipment. */
export interface TranshipmentOutcomes {
  readonly finalPods: ReadonlyArray<{
    readonly carrier: string
    readonly evidence: keyof CarrierFinalPods
    /** The port was a transhipment. */
    readonly wrong: boolean
  }>
  readonly dwells: ReadonlyArray<{ readonly port: string; readonly hours: number }>
}

/** The upper limits of the classes in which dwells are counted, in hours; one more class has the longer ones. */
export const DWELL_HOURS = [12, 24, 36, 48, 72, 96, 120, 144, 168] as const

/** The maximum number of carriers of a record. Beyond it, the one with the fewest counts is dropped. */
export const MAX_RECORDED_CARRIERS = 50

/** The maximum number of ports whose dwells a record has. Beyond it, the one with the fewest counts is dropped. */
export const MAX_RECORDED_PORTS = 300

/** When a count reaches this, all counts of its carrier or port are halved, so that old shipments weigh less. */
const HALVE_AT = 1000

const halved = ({ total, wrong }: FinalPodTally): FinalPodTally =>
  total < HALVE_AT ? { total, wrong } : { total: Math.trunc(total / 2), wrong: Math.trunc(wrong / 2) }

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

/** Drops the entries with the fewest counts until at most `max` are left; of equal ones the last by name. */
const bounded = <A>(
  entries: Readonly<Record<string, A>>,
  max: number,
  weigh: (entry: A) => number
): Readonly<Record<string, A>> => {
  const all = Object.entries(entries)
  if (all.length <= max) return entries
  const heaviest = all.toSorted(([a, one], [b, other]) => weigh(other) - weigh(one) || (a < b ? -1 : 1))
  return Object.fromEntries(heaviest.slice(0, max))
}

const NO_FINAL_PODS: CarrierFinalPods = { none: { total: 0, wrong: 0 }, planned: { total: 0, wrong: 0 } }

/** A record with the outcomes of one more shipment. Bounded: see `MAX_RECORDED_CARRIERS` and `MAX_RECORDED_PORTS`. Pure. */
export const addOutcomes = (record: TranshipmentRecord, outcomes: TranshipmentOutcomes): TranshipmentRecord => {
  const carriers: Record<string, CarrierFinalPods> = { ...record.carriers }
  for (const { carrier, evidence, wrong } of outcomes.finalPods) {
    const previous = carriers[carrier] ?? NO_FINAL_PODS
    const { total, wrong: errors } = previous[evidence]
    carriers[carrier] = { ...previous, [evidence]: halved({ total: total + 1, wrong: errors + (wrong ? 1 : 0) }) }
  }
  const dwells: Record<string, ReadonlyArray<number>> = { ...record.dwells }
  for (const { port, hours } of outcomes.dwells) {
    const index = DWELL_HOURS.findIndex((limit) => hours <= limit)
    const place = index < 0 ? DWELL_HOURS.length : index
    const previous = dwells[port] ?? []
    const counts = Array.from(
      { length: DWELL_HOURS.length + 1 },
      (_, at) => (previous[at] ?? 0) + (at === place ? 1 : 0)
    )
    dwells[port] = sum(counts) < HALVE_AT ? counts : counts.map((count) => Math.trunc(count / 2))
  }
  return {
    carriers: bounded(carriers, MAX_RECORDED_CARRIERS, ({ none, planned }) => none.total + planned.total),
    dwells: bounded(dwells, MAX_RECORDED_PORTS, sum)
  }
}

/** A port counts as final by the record of a carrier where at most this share of such ports was not. */
export const WRONG_SHARE = 0.05

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.96

/** Wilson's score interval of a share at 95 % confidence: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), 209-212. From 0 to 1 without counts. */
export const wrongShareInterval = ({
  total,
  wrong
}: FinalPodTally): { readonly low: number; readonly high: number } => {
  if (total === 0) return { low: 0, high: 1 }
  const share = wrong / total
  const scale = 1 + Z ** 2 / total
  const middle = (share + Z ** 2 / (2 * total)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/**
 * Whether the last port known is final at a carrier, by its record: not more than `WRONG_SHARE` of such ports were
 * transhipments, with 95 % confidence. It takes at least 73 completed shipments.
 */
export const isLastPortFinal = ({ carriers }: TranshipmentRecord, carrier: string): boolean => {
  const tally = carriers[carrier]?.none
  return tally !== undefined && wrongShareInterval(tally).high <= WRONG_SHARE
}

/**
 * Whether a carrier reveals its voyages leg by leg, also in its plans: more than `WRONG_SHARE` of the ports at which its plans
 * ended were transhipments, with 95 % confidence.
 */
export const isLegByLegCarrier = ({ carriers }: TranshipmentRecord, carrier: string): boolean => {
  const tally = carriers[carrier]?.planned
  return tally !== undefined && wrongShareInterval(tally).low > WRONG_SHARE
}

/** The fewest containers from which a port has a separate dwell. */
export const MIN_DWELLS = 20

/**
 * The usual dwell of a container between two vessels at a port without a record: the week between two sailings of a liner
 * service, which call at regular intervals, as a rule weekly. T. Notteboom, A. Pallis, J.-P. Rodrigue, Port Economics, Management and Policy,
 * chapter 6.1.
 */
export const DEFAULT_DWELL_HOURS = 168

const USUAL_SHARE = 0.9

/**
 * The hours within which nine of ten containers continued from a port on their next vessel, as the upper limit of their class.
 * `DEFAULT_DWELL_HOURS` with fewer than `MIN_DWELLS` containers, and where more than one in ten waited longer than that.
 */
export const usualDwellHours = ({ dwells }: TranshipmentRecord, port: string): number => {
  const counts = dwells[port]
  const total = counts === undefined ? 0 : sum(counts)
  if (counts === undefined || total < MIN_DWELLS) return DEFAULT_DWELL_HOURS
  let within = 0
  for (const [place, limit] of DWELL_HOURS.entries()) {
    within += counts[place] ?? 0
    if (within >= USUAL_SHARE * total) return limit
  }
  return DEFAULT_DWELL_HOURS
}

/** `usualDwellHours` in milliseconds. */
export const usualDwellMillis = (record: TranshipmentRecord, port: string): number =>
  usualDwellHours(record, port) * HOUR_MILLIS
