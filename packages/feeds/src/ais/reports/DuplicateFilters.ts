/** The largest number of stored row hashes: 4 MiB, some minutes of the busiest files. A missed duplicate is harmless. */
const SLOTS = 1 << 19

/** The largest number of vessels whose last static data is stored. */
const MAX_VESSELS = 300_000

/** Detects duplicate rows in bounded memory: the hashes of a row are stored until another row replaces them in their slot. */
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

/**
 * Detects changes of the static data of a vessel, which files repeat in every row. Data is also new in a row earlier than
 * the one that it was reported with, because the rows of a file can be in any order of time.
 */
export interface StaticDataFilter {
  readonly isChanged: (mmsi: number, hash: number, at: number) => boolean
}

/** The static data of a vessel that was reported last, and the earliest time that it was reported with. */
interface ReportedStaticData {
  hash: number
  since: number
}

/** Beyond the bound, the vessel that was added first is removed; its next static data is reported again. */
export const makeStaticDataFilter = (): StaticDataFilter => {
  const newest = new Map<number, ReportedStaticData>()
  return {
    isChanged: (mmsi, hash, at) => {
      const previous = newest.get(mmsi)
      if (previous !== undefined) {
        if (previous.hash === hash && previous.since <= at) return false
        previous.hash = hash
        previous.since = at
        return true
      }
      if (newest.size >= MAX_VESSELS) {
        for (const oldest of newest.keys()) {
          newest.delete(oldest)
          break
        }
      }
      newest.set(mmsi, { hash, since: at })
      return true
    }
  }
}
