/** Counts values that mean nothing to us, as `field=value`. Bounded, since the sender chooses the values. */
export interface Tally {
  readonly add: (field: string, value: string) => void
  readonly counts: () => Readonly<Record<string, number>>
}

const MAX_KEYS = 100
const MAX_VALUE_LENGTH = 40

/** What does not fit among the first hundred is counted under `…`. */
export const makeTally = (): Tally => {
  const counts = new Map<string, number>()
  return {
    add: (field, value) => {
      const key = `${field}=${value.slice(0, MAX_VALUE_LENGTH)}`
      const counted = counts.has(key) || counts.size < MAX_KEYS ? key : "…"
      counts.set(counted, (counts.get(counted) ?? 0) + 1)
    },
    counts: () => Object.fromEntries(counts)
  }
}
