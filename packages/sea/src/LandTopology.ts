/** A closed line as alternating longitudes and latitudes, whose last point equals its first. */
export type Ring = Float64Array

/**
 * The parts of a TopoJSON file of land that drawing needs: arcs as steps on an integer grid, and polygons as lists of
 * arcs.
 */
export interface LandTopology {
  readonly transform: { readonly scale: ReadonlyArray<number>; readonly translate: ReadonlyArray<number> }
  readonly arcs: ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>
  readonly objects: {
    readonly land: {
      readonly geometries: ReadonlyArray<{ readonly arcs: ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>> }>
    }
  }
}

type Arc = ReadonlyArray<readonly [number, number]>

const decodeArcs = ({ arcs, transform }: LandTopology): ReadonlyArray<Arc> => {
  const [scaleX = 1, scaleY = 1] = transform.scale
  const [moveX = 0, moveY = 0] = transform.translate
  return arcs.map((arc) => {
    let x = 0
    let y = 0
    return arc.map(([dx = 0, dy = 0]) => {
      x += dx
      y += dy
      return [x * scaleX + moveX, y * scaleY + moveY] as const
    })
  })
}

/** A negative arc number means the reversed arc. */
const assembleRing = (arcs: ReadonlyArray<Arc>, numbers: ReadonlyArray<number>): Ring => {
  const points: Array<number> = []
  numbers.forEach((number, index) => {
    const forward = arcs[number < 0 ? ~number : number] ?? []
    const arc = number < 0 ? [...forward].reverse() : forward
    for (const [lon, lat] of index === 0 ? arc : arc.slice(1)) points.push(lon, lat)
  })
  return unwrapRing(points)
}

/**
 * Continues a ring across the antimeridian beyond 180 degrees instead of jumping back, with its middle between -180 and
 * 180, so that the ring of a hole is in the same turn as the ring around it. Antarctica's ring, which
 * encircles the pole, keeps its jump: it follows a parallel inside the ice.
 */
const unwrapRing = (points: ReadonlyArray<number>): Ring => {
  const ring = Float64Array.from(points)
  for (let i = 2; i < ring.length; i += 2) {
    const before = ring[i - 2] ?? 0
    const lon = ring[i] ?? 0
    ring[i] = lon - 360 * Math.round((lon - before) / 360)
  }
  return Math.abs((ring[0] ?? 0) - (ring.at(-2) ?? 0)) < 1 ? centreRing(ring) : Float64Array.from(points)
}

/** Shifts a ring by whole turns so that its middle is between -180 and 180 degrees. */
const centreRing = (ring: Ring): Ring => {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < ring.length; i += 2) {
    west = Math.min(west, ring[i] ?? 0)
    east = Math.max(east, ring[i] ?? 0)
  }
  const turn = 360 * Math.round((west + east) / 720)
  if (turn !== 0) for (let i = 0; i < ring.length; i += 2) ring[i] = (ring[i] ?? 0) - turn
  return ring
}

/**
 * Reads every ring of land from the TopoJSON of the package world-atlas (Natural Earth). Holes, such as the Caspian
 * Sea, are rings too.
 */
export const landRings = (topology: LandTopology): ReadonlyArray<Ring> => {
  const arcs = decodeArcs(topology)
  return topology.objects.land.geometries.flatMap((geometry) =>
    geometry.arcs.flatMap((polygon) => polygon.map((numbers) => assembleRing(arcs, numbers)))
  )
}
