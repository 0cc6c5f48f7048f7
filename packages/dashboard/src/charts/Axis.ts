/** The lines of an axis: its ends and the middle. */
const MARKS = 3

/** The end of an axis: one, two, two and a half or five times a power of ten, at or above `most`. */
export const roundUp = (most: number): number => {
  if (most <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= most) ?? 10) * power
}

/** The values that an axis names, the greatest first. */
export const marksOf = (bottom: number, top: number): ReadonlyArray<number> =>
  Array.from({ length: MARKS }, (_, index) => top - ((top - bottom) * index) / (MARKS - 1))

/** Some of the instants below a chart, evenly spread: the first and the last are among them. */
export const spreadOf = <A>(values: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  if (values.length <= most) return values
  return Array.from(
    { length: most },
    (_, index) => values[Math.round((index * (values.length - 1)) / (most - 1))]
  ).flatMap((value) => (value === undefined ? [] : [value]))
}
