/** The window of gzip, less than half of a large file: what lies further back is not found as a repetition. */
const WINDOW_BYTES = 26_000

/** The length of the pieces by which files are compared. */
const PIECE_LENGTH = 12

/** A quarter of the pieces of a file, as hashes: enough to compare it, in a quarter of the time. */
const piecesOf = (data) => {
  const pieces = new Set()
  for (let start = 0; start + PIECE_LENGTH <= data.length; start++) {
    let hash = 0
    for (let at = start; at < start + PIECE_LENGTH; at++) hash = (hash * 31 + data[at]) | 0
    if ((hash & 3) === 0) pieces.add(hash)
  }
  return pieces
}

/** The pieces of the files that were placed last, as far as the window reaches. */
const makeWindow = () => {
  const counts = new Map()
  const files = []
  let bytes = 0
  return {
    add: (file) => {
      files.push(file)
      bytes += file.size
      for (const piece of file.pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1)
      while (bytes > WINDOW_BYTES && files.length > 1) {
        const { pieces, size } = files.shift()
        bytes -= size
        for (const piece of pieces) {
          const count = counts.get(piece)
          if (count === 1) counts.delete(piece)
          else counts.set(piece, count - 1)
        }
      }
    },
    /** How much of a file the window contains; small files count for more than their share. */
    likeness: ({ pieces }) => {
      let shared = 0
      for (const piece of pieces) if (counts.has(piece)) shared++
      return shared / Math.sqrt(pieces.size + 20)
    }
  }
}

/**
 * Entries in an order in which each follows those that it has most in common with, so that gzip finds more repetitions. The
 * same entries in the same order give the same result.
 */
export const orderBySimilarity = (entries) => {
  const left = new Set(entries.map((entry) => ({ entry, size: entry.data.length, pieces: piecesOf(entry.data) })))
  const window = makeWindow()
  const ordered = []
  let [next] = left
  while (next !== undefined) {
    left.delete(next)
    ordered.push(next.entry)
    window.add(next)
    let best = -1
    next = undefined
    for (const file of left) {
      const likeness = window.likeness(file)
      if (likeness > best) [best, next] = [likeness, file]
    }
  }
  return ordered
}
