/** A closed line of longitudes and latitudes, one after the other: lon, lat, lon, lat … with the first point again at the end. */
export type Ring = Float64Array

/** What of a TopoJSON file of land is needed: arcs as steps on an integer grid, and polygons as lists of arcs. */
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

/** A negative arc number means the arc read backwards. */
const assembleRing = (arcs: ReadonlyArray<Arc>, numbers: ReadonlyArray<number>): Ring => {
  const points: Array<number> = []
  numbers.forEach((number, place) => {
    const forward = arcs[number < 0 ? ~number : number] ?? []
    const arc = number < 0 ? [...forward].reverse() : forward
    for (const [lon, lat] of place === 0 ? arc : arc.slice(1)) points.push(lon, lat)
  })
  return unwrapRing(points)
}

/**
 * A ring over the antimeridian runs on past 180 degrees instead of jumping back. Antarctica's, which goes all around,
 * keeps its jump: it lies along a parallel inside the ice.
 */
const unwrapRing = (points: ReadonlyArray<number>): Ring => {
  const ring = Float64Array.from(points)
  for (let i = 2; i < ring.length; i += 2) {
    const before = ring[i - 2] ?? 0
    const lon = ring[i] ?? 0
    ring[i] = lon - 360 * Math.round((lon - before) / 360)
  }
  return Math.abs((ring[0] ?? 0) - (ring.at(-2) ?? 0)) < 1 ? ring : Float64Array.from(points)
}

/** Every ring of land, as the package world-atlas packs Natural Earth's; holes (the Caspian Sea) are rings too. */
export const landRings = (topology: LandTopology): ReadonlyArray<Ring> => {
  const arcs = decodeArcs(topology)
  return topology.objects.land.geometries.flatMap((geometry) =>
    geometry.arcs.flatMap((polygon) => polygon.map((numbers) => assembleRing(arcs, numbers)))
  )
}
