/** A measurement: minutes since the start, and MiB. */
export interface Sample {
  readonly minutes: number
  readonly mebibytes: number
}

/** A line through samples by least squares. */
export interface Slope {
  /** MiB per minute. */
  readonly perMinute: number
  /** The standard error of the slope. */
  readonly error: number
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** The line through samples; undefined with fewer than three, or at one instant. */
export const slopeOf = (samples: ReadonlyArray<Sample>): Slope | undefined => {
  const count = samples.length
  const meanX = sum(samples.map(({ minutes }) => minutes)) / count
  const meanY = sum(samples.map(({ mebibytes }) => mebibytes)) / count
  const spread = sum(samples.map(({ minutes }) => (minutes - meanX) ** 2))
  if (count < 3 || spread === 0) return undefined
  const perMinute = sum(samples.map(({ minutes, mebibytes }) => (minutes - meanX) * (mebibytes - meanY))) / spread
  const rest = sum(samples.map(({ minutes, mebibytes }) => (mebibytes - meanY - perMinute * (minutes - meanX)) ** 2))
  return { perMinute, error: Math.sqrt(rest / (count - 2) / spread) }
}

/** The lowest sample of each window: memory after a collection of garbage, without what the next collection frees. */
export const floorsOf = (samples: ReadonlyArray<Sample>, windows: number): ReadonlyArray<Sample> => {
  const size = Math.ceil(samples.length / windows)
  return Array.from({ length: windows }, (_, n) => samples.slice(n * size, (n + 1) * size)).flatMap((window) =>
    window.length === 0 ? [] : [window.reduce((least, sample) => (sample.mebibytes < least.mebibytes ? sample : least))]
  )
}

/** The part of a run at its start that counts as warming up: caches fill and code is compiled. */
const WARM_UP = 1 / 3
const WINDOWS = 10
/** A slope below this does not fill the memory of a server between two releases. */
export const MAX_PER_MINUTE = 1

export interface MemoryVerdict {
  readonly slope: Slope | undefined
  /** `unclear`: the run was too short to tell. */
  readonly verdict: "steady" | "grows" | "unclear"
}

/** Whether memory grows by more than the bound, after the warm-up and beyond twice the standard error. */
export const assessMemory = (samples: ReadonlyArray<Sample>): MemoryVerdict => {
  const slope = slopeOf(floorsOf(samples.slice(Math.floor(samples.length * WARM_UP)), WINDOWS))
  if (slope === undefined) return { slope, verdict: "unclear" }
  if (slope.perMinute - 2 * slope.error > MAX_PER_MINUTE) return { slope, verdict: "grows" }
  return { slope, verdict: slope.perMinute + 2 * slope.error <= MAX_PER_MINUTE ? "steady" : "unclear" }
}
