/** The largest number of remembered rows: 4 MiB, some minutes of the busiest files. A missed duplicate is harmless. */
const SLOTS = 1 << 19

/** The largest number of ships whose last static data is remembered. */
const MAX_SHIPS = 300_000

/** Detects duplicate rows in bounded memory: each row is remembered until another one takes its slot. */
export interface DuplicateRowFilter {
  readonly isDuplicate: (hash: number, secondHash: number) => boolean
}

/** Whether a row is a duplicate: both of its hashes, 64 bits together, were seen before. */
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

/** Detects changes of the static data of a ship, which files repeat in every row. */
export interface StaticDataFilter {
  readonly isChanged: (mmsi: number, hash: number) => boolean
}

/** Beyond the bound, the ship that was received first is forgotten; its next static data is reported again. */
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
