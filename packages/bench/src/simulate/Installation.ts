/** The delivery installation that is simulated, as the operator describes it. */
export interface InstallationOptions {
  readonly accounts: number
  readonly endpoints: number
  readonly eventsPerDay: number
  /** The time from noon on in which no worker delivers. */
  readonly outageMillis: number
  /** Worker processes; undefined: as many as carry the busiest hour at 70 % of their processor time. */
  readonly workers: number | undefined
  /** The processor time of a worker for one delivery, in microseconds. */
  readonly microsPerDelivery: number
  /** The median time until a receiver responds. */
  readonly responseMillis: number
  /** The part of the endpoints whose receivers never respond. */
  readonly deadPart: number
  /** The maximum number of events that are simulated: a sample of the accounts stands for all of them. */
  readonly sampleEvents: number
  readonly seed: number
}

export const DEFAULT_INSTALLATION: InstallationOptions = {
  accounts: 50_000,
  endpoints: 200_000,
  eventsPerDay: 5e8,
  outageMillis: 0,
  workers: undefined,
  microsPerDelivery: 150,
  responseMillis: 80,
  deadPart: 0.01,
  sampleEvents: 1_000_000,
  seed: 1
}

export const HOUR_MILLIS = 3_600_000
export const DAY_MILLIS = 24 * HOUR_MILLIS

/** When the outage begins: noon. */
export const OUTAGE_AT_MILLIS = 12 * HOUR_MILLIS

/** The amplitude of the rate over the day, as a share of its mean. */
const DAILY_SWING = 0.5

/** The rate of events at an instant of the day, as a multiple of the mean: least at 3:00, greatest at 15:00. */
export const rateFactor = (atMillis: number): number =>
  1 - DAILY_SWING * Math.cos(((atMillis - 3 * HOUR_MILLIS) / DAY_MILLIS) * 2 * Math.PI)

const MAX_UTILISATION = 0.7

/** The simulated part of an installation. Times are those of the installation; counts are those of the sample. */
export interface Sample {
  /** One account in this many is simulated. */
  readonly oneIn: number
  readonly accounts: number
  readonly endpoints: number
  readonly eventsPerDay: number
  /** The worker processes of the whole installation. */
  readonly plantWorkers: number
  readonly workers: number
  /** The send lanes of each simulated worker. */
  readonly lanes: number
  /** The time of a simulated worker for one delivery. */
  readonly millisPerDelivery: number
}

/** The worker processes that carry the busiest hour at 70 % of the processor time of one core each. */
export const workersFor = ({ eventsPerDay, microsPerDelivery }: InstallationOptions): number => {
  const perSecond = (eventsPerDay / 86_400) * (1 + DAILY_SWING)
  return Math.max(1, Math.ceil((perSecond * microsPerDelivery) / 1e6 / MAX_UTILISATION))
}

/**
 * A sample of the accounts, with their endpoints and their part of the workers: lanes and processor time are divided, rates
 * of single endpoints are not.
 */
export const sampleOf = (options: InstallationOptions, lanesPerWorker: number): Sample => {
  const count = Math.max(1, options.eventsPerDay / options.sampleEvents)
  const accounts = Math.max(1, Math.round(options.accounts / count))
  const oneIn = options.accounts / accounts
  const plantWorkers = options.workers ?? workersFor(options)
  const share = plantWorkers / oneIn
  const workers = Math.max(1, Math.round(share))
  const partOfWorker = share / workers
  return {
    oneIn,
    accounts,
    endpoints: Math.max(accounts, Math.round(options.endpoints / oneIn)),
    eventsPerDay: options.eventsPerDay / oneIn,
    plantWorkers,
    workers,
    lanes: Math.max(4, Math.round(lanesPerWorker * partOfWorker)),
    millisPerDelivery: options.microsPerDelivery / 1000 / partOfWorker
  }
}
