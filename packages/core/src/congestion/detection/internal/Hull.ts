type Point = readonly [number, number]

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

const half = (points: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const chain: Array<Point> = []
  for (const point of points) {
    for (let last = chain.at(-1), before = chain.at(-2); last !== undefined && before !== undefined; ) {
      if (turn(before, last, point) > 0) break
      chain.pop()
      last = chain.at(-1)
      before = chain.at(-2)
    }
    chain.push(point)
  }
  return chain.slice(0, -1)
}

/** The convex outline of points that are not all on one line, closed (A. M. Andrew's monotone chain, 1979). */
export const hullOf = (points: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const open = [...half(sorted), ...half(sorted.toReversed())]
  return [...open, ...open.slice(0, 1)]
}
