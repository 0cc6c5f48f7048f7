/** Longer texts are not compared: no known name is nearly as long, and the cost grows with the square of the length. */
const MAX_LENGTH = 120

/** The number of suggestions a reader can use. */
const MAX_SUGGESTIONS = 3

/** The number of edits from a text to each beginning of another, from the empty one to the whole. */
const beginningDistances = (left: string, right: string): ReadonlyArray<number> => {
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
  return last
}

/**
 * The number of edits between two texts: insertions, deletions, replacements and swaps of neighbours (the optimal string
 * alignment distance, a restricted form of Damerau-Levenshtein).
 */
export const editDistance = (left: string, right: string): number =>
  distanceAt(beginningDistances(left, right), right.length)

const distanceAt = (row: ReadonlyArray<number>, column: number): number => row[column] ?? Number.POSITIVE_INFINITY

const SUBSTRING_DISTANCE = Number.MAX_SAFE_INTEGER

/** Shorter parts occur in too many names. */
const MIN_SUBSTRING_LENGTH = 4

/** A beginning may differ by one edit for every so many characters. */
const BEGINNING_LENGTH_PER_EDIT = 6

/**
 * The candidates closest to `input`, closest first and at most three: those within as many edits as a third of the longer
 * text's length, or whose beginning is within one edit for each six characters of `input`, then those that contain `input`,
 * when it has at least four characters. Upper and lower case are equal, and ties are in the order of the candidates. Empty
 * when no candidate is close, or when `input` is longer than 120 characters.
 */
export const suggest = (input: string, candidates: Iterable<string>): ReadonlyArray<string> => {
  if (input.length === 0 || input.length > MAX_LENGTH) return []
  const sought = input.toLowerCase()
  const near: Array<{ readonly candidate: string; readonly distance: number }> = []
  for (const candidate of candidates) {
    const name = candidate.toLowerCase()
    const allowed = Math.floor(Math.max(sought.length, name.length) / 3)
    // When the lengths alone differ by more than the allowed edits, the edits are not counted.
    const distance = sought.length - name.length > allowed ? Number.POSITIVE_INFINITY : distanceBetween(sought, name)
    if (distance <= allowed) near.push({ candidate, distance })
    else if (sought.length >= MIN_SUBSTRING_LENGTH && name.includes(sought))
      near.push({ candidate, distance: SUBSTRING_DISTANCE })
  }
  return near
    .sort((left, right) => left.distance - right.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate)
}

/** The edits to the whole name, or half an edit more than those to its beginning, where that is close enough. */
const distanceBetween = (sought: string, name: string): number => {
  const distances = beginningDistances(sought, name.slice(0, 2 * sought.length))
  const beginning = Math.min(...distances)
  const whole = Math.max(distanceAt(distances, distances.length - 1), name.length - sought.length)
  return beginning * BEGINNING_LENGTH_PER_EDIT <= sought.length && sought.length >= BEGINNING_LENGTH_PER_EDIT
    ? Math.min(whole, beginning + 0.5)
    : whole
}
