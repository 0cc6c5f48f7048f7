/** Longer texts are not compared: no name of ours comes near this length, and the cost grows with its square. */
const MAX_LENGTH = 120

/** How many suggestions a reader can use. */
const MAX_SUGGESTIONS = 3

/**
 * Edits between two texts: insertions, deletions, replacements and swaps of neighbours, each counting one (the optimal
 * string alignment distance, a restricted form of Damerau-Levenshtein).
 */
export const editDistance = (left: string, right: string): number => {
  let beforeLast: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      let best = Math.min(
        distanceAt(last, column) + 1,
        distanceAt(current, column - 1) + 1,
        distanceAt(last, column - 1) + (same ? 0 : 1)
      )
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        best = Math.min(best, distanceAt(beforeLast, column - 2) + 1)
      }
      current.push(best)
    }
    beforeLast = last
    last = current
  }
  return distanceAt(last, right.length)
}

const distanceAt = (row: ReadonlyArray<number>, column: number): number => row[column] ?? Number.POSITIVE_INFINITY

const SUBSTRING_DISTANCE = Number.MAX_SAFE_INTEGER

/** Shorter parts are in too many names to tell anything. */
const MIN_SUBSTRING_LENGTH = 4

/**
 * The candidates that `input` was probably meant to be, nearest first and at most three: those within a third of the
 * longer text's length in edits, and after them those that `input` is a part of, when it has at least four characters.
 * Capital letters count as small ones, and equals keep the order of the candidates. Empty when nothing is near, or when
 * `input` is longer than 120 characters.
 */
export const suggest = (input: string, candidates: Iterable<string>): ReadonlyArray<string> => {
  if (input.length === 0 || input.length > MAX_LENGTH) return []
  const sought = input.toLowerCase()
  const near: Array<{ readonly candidate: string; readonly distance: number }> = []
  for (const candidate of candidates) {
    const name = candidate.toLowerCase()
    const allowed = Math.floor(Math.max(sought.length, name.length) / 3)
    // Where the lengths alone differ by more edits than allowed, the edits need no counting.
    const differs = Math.abs(sought.length - name.length) > allowed
    const distance = differs ? Number.POSITIVE_INFINITY : editDistance(sought, name)
    if (distance <= allowed) near.push({ candidate, distance })
    else if (sought.length >= MIN_SUBSTRING_LENGTH && name.includes(sought))
      near.push({ candidate, distance: SUBSTRING_DISTANCE })
  }
  return near
    .sort((left, right) => left.distance - right.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate)
}
