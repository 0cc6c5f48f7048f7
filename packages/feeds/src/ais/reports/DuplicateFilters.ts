/** As many rows as are remembered at most: 4 MiB, some minutes of the busiest files. A repeat that is missed is harmless. */
const SLOTS = 1 << 19

/** The most ships whose last description is remembered. */
const MAX_SHIPS = 300_000

/** Tells rows that were there already, in bounded memory: each row is remembered until another takes its slot. */
export interface DuplicateRowFilter {
  readonly isDuplicate: (hash: number, secondHash: number) => boolean
}

/** Two rows are the same where both hashes, 64 bits together, are. */
export const makeDuplicateRowFilter = (): DuplicateRowFilter => {
  const first = new Uint32Array(SLOTS)
  const second = new Uint32Array(SLOTS)
  return {
    isDuplicate: (hash, secondHash) => {
      const slot = (hash ^ (secondHash >>> 13)) & (SLOTS - 1)
      if (first[slot] === hash && second[slot] === secondHash) return true
      first[slot] = hash
      second[slot] = secondHash
      return false
    }
  }
}

/** Tells whether a ship describes itself otherwise than before: files repeat it in every row. */
export interface StaticDataFilter {
  readonly isChanged: (mmsi: number, hash: number) => boolean
}

/** Of ships beyond the bound, the one that was first heard is forgotten, and told again when it next speaks. */
export const makeStaticDataFilter = (): StaticDataFilter => {
  const known = new Map<number, number>()
  return {
    isChanged: (mmsi, hash) => {
      const before = known.get(mmsi)
      if (before === hash) return false
      if (before === undefined && known.size >= MAX_SHIPS) {
        for (const oldest of known.keys()) {
          known.delete(oldest)
          break
        }
      }
      known.set(mmsi, hash)
      return true
    }
  }
}
