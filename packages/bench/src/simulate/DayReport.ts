import type { SimulatedDelivery } from "@landfall/testing/queues/SimulatedQueues"
import { percentile } from "../report/BenchResult.ts"
import { DAY_MILLIS, HOUR_MILLIS, type InstallationOptions, type Sample } from "./Installation.ts"
import type { Observer, PlantReceiver } from "./Simulation.ts"

/** Bars of the chart: one for each half hour. */
const BAR_MILLIS = HOUR_MILLIS / 2
const BARS = Math.ceil(DAY_MILLIS / BAR_MILLIS)
const LEVELS = [..." ▁▂▃▄▅▆▇█"]

/** One hour of the simulated day. Latencies in seconds, from acceptance to the response of the receiver. */
export interface HourOfDay {
  readonly hour: number
  readonly accepted: number
  readonly delivered: number
  readonly failed: number
  /** Deliveries of live endpoints that wait at the end of the hour. */
  readonly backlog: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** The 95th percentile of the accounts that are not among the tenth with the most deliveries. */
  readonly p95OfSmallAccounts: number
}

interface Hour {
  accepted: number
  failed: number
  readonly latencies: Array<number>
  readonly byAccount: Map<number, Array<number>>
}

const round = (value: number): number => Number(value.toPrecision(3))

/** The latencies of the accounts beyond the tenth with the most deliveries. */
const ofSmallAccounts = ({ byAccount }: Hour): ReadonlyArray<number> => {
  const sorted = [...byAccount.values()].toSorted((a, b) => b.length - a.length)
  return sorted.slice(Math.ceil(sorted.length / 10)).flat()
}

/** Collects the events of a simulated day, and scales the counts of the sample to the installation. */
export class DayReport implements Observer {
  readonly #sample: Sample
  readonly #hours: ReadonlyArray<Hour>
  readonly #backlogAt: Array<number>
  #waiting = 0

  constructor(sample: Sample) {
    this.#sample = sample
    this.#hours = Array.from({ length: DAY_MILLIS / HOUR_MILLIS }, () => ({
      accepted: 0,
      failed: 0,
      latencies: [],
      byAccount: new Map()
    }))
    this.#backlogAt = Array.from({ length: BARS }, () => 0)
  }

  readonly accepted = (at: number, dead: boolean): void => {
    const hour = this.#hours[Math.floor(at / HOUR_MILLIS)]
    if (hour !== undefined) hour.accepted += 1
    if (!dead) this.#count(at, 1)
  }

  readonly ended = (
    { acceptedAt, endpoint: { receiver } }: SimulatedDelivery<PlantReceiver>,
    at: number,
    succeeded: boolean
  ): void => {
    if (!receiver.dead) this.#count(at, -1)
    const hour = this.#hours[Math.floor(at / HOUR_MILLIS)]
    if (hour === undefined) return
    if (!succeeded) {
      hour.failed += 1
      return
    }
    const seconds = (at - acceptedAt) / 1000
    hour.latencies.push(seconds)
    const ofAccount = hour.byAccount.get(receiver.account) ?? []
    ofAccount.push(seconds)
    hour.byAccount.set(receiver.account, ofAccount)
  }

  #count(at: number, change: number): void {
    this.#waiting += change
    const bar = Math.min(BARS - 1, Math.floor(at / BAR_MILLIS))
    this.#backlogAt[bar] = this.#waiting
  }

  readonly #scaled = (count: number): number => Math.round(count * this.#sample.oneIn)

  hours(): ReadonlyArray<HourOfDay> {
    return this.#hours.map((hour, number) => ({
      hour: number,
      accepted: this.#scaled(hour.accepted),
      delivered: this.#scaled(hour.latencies.length),
      failed: this.#scaled(hour.failed),
      backlog: this.#scaled(this.#backlogAt[2 * number + 1] ?? 0),
      p50: round(percentile(hour.latencies, 0.5)),
      p95: round(percentile(hour.latencies, 0.95)),
      p99: round(percentile(hour.latencies, 0.99)),
      p95OfSmallAccounts: round(percentile(ofSmallAccounts(hour), 0.95))
    }))
  }

  /** The backlog over the day, a bar for each half hour. */
  chart(): string {
    const most = Math.max(1, ...this.#backlogAt)
    const bars = this.#backlogAt.map((count) => LEVELS[Math.ceil((count / most) * (LEVELS.length - 1))] ?? " ")
    return `backlog, 0:00 to 24:00 (the highest bar: ${this.#scaled(most).toLocaleString("en")} deliveries)\n${bars.join("")}`
  }
}

/** The simulated sample, in one sentence. */
export const describeSample = (options: InstallationOptions, sample: Sample): string =>
  `${sample.plantWorkers} workers of ${options.microsPerDelivery} µs a delivery; one account in ${Math.round(sample.oneIn)} is simulated: ` +
  `${sample.accounts} accounts, ${sample.endpoints} endpoints, ${Math.round(sample.eventsPerDay)} events, ` +
  `${sample.workers} workers with ${sample.lanes} send lanes each`
