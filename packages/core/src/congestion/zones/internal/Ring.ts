type Point = readonly [number, number]

/** The orientation of three points: positive counter-clockwise, negative clockwise, 0 on one line. */
const orientation = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** Tests whether a point on the line through two others is between them. */
const isBetween = (a: Point, b: Point, point: Point): boolean =>
  Math.min(a[0], b[0]) <= point[0] &&
  point[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= point[1] &&
  point[1] <= Math.max(a[1], b[1])

/** Tests whether two line segments share a point, their ends included. */
const segmentsIntersect = (a: Point, b: Point, c: Point, d: Point): boolean => {
  const [fromC, fromD] = [orientation(a, b, c), orientation(a, b, d)]
  const [fromA, fromB] = [orientation(c, d, a), orientation(c, d, b)]
  if (fromC * fromD < 0 && fromA * fromB < 0) return true
  return (
    (fromC === 0 && isBetween(a, b, c)) ||
    (fromD === 0 && isBetween(a, b, d)) ||
    (fromA === 0 && isBetween(c, d, a)) ||
    (fromB === 0 && isBetween(c, d, b))
  )
}

const formatCorner = ([longitude, latitude]: Point): string => `(${longitude}, ${latitude})`

const isSameCorner = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1]

/** Finds the first side that meets another at more than a shared corner, and names both by their ends. */
const selfIntersectionFault = (ring: ReadonlyArray<Point>): string | undefined => {
  const sides = ring.length - 1
  for (let first = 0; first < sides; first++) {
    const [a, b] = [ring[first], ring[first + 1]]
    if (a === undefined || b === undefined) continue
    for (let second = first + 1; second < sides; second++) {
      const [c, d] = [ring[second], ring[second + 1]]
      if (c === undefined || d === undefined) continue
      const follows = second === first + 1
      const closes = first === 0 && second === sides - 1
      const crosses = follows
        ? orientation(a, b, d) === 0 && isBetween(a, b, d)
        : closes
          ? orientation(c, d, b) === 0 && isBetween(c, d, b)
          : segmentsIntersect(a, b, c, d)
      if (crosses) {
        return `must not cross or touch itself: the side ${formatCorner(a)} to ${formatCorner(b)} meets the side ${formatCorner(c)} to ${formatCorner(d)}; draw it again, or as several zones`
      }
    }
  }
  return undefined
}

/** The fault of a ring as a sentence that states what to do; undefined when the ring is valid. */
export const ringFault = (ring: ReadonlyArray<Point>): string | undefined => {
  const [first, last] = [ring[0], ring[ring.length - 1]]
  if (first === undefined || last === undefined || !isSameCorner(first, last)) {
    return "must be closed: its last corner must equal its first"
  }
  const longitudes = ring.map(([longitude]) => longitude)
  if (Math.max(...longitudes) - Math.min(...longitudes) > 180) {
    return "must not span more than 180 degrees of longitude; cut it at the antimeridian into two zones"
  }
  const duplicateIndex = ring.findIndex((corner, index) => {
    const next = ring[index + 1]
    return next !== undefined && isSameCorner(corner, next)
  })
  const duplicate = ring[duplicateIndex]
  if (duplicate !== undefined) return `must not repeat the corner ${formatCorner(duplicate)} twice in a row; remove one`
  return selfIntersectionFault(ring)
}
