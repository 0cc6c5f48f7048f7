import { type MapSize, type MapView, mercatorOf } from "./Projection.ts"

/** Rings of land as integers: the first point of a ring, then the step to each next one. */
interface EncodedLand {
  readonly units: number
  readonly rings: ReadonlyArray<ReadonlyArray<number>>
}

interface EncodedWorld extends EncodedLand {
  readonly cellDegrees: number
  readonly overlapDegrees: number
  readonly cells: ReadonlyArray<number>
}

/** Land in degrees of longitude and of the Mercator projection: its area, its coast, and its bounds, which can reach beyond 180. */
export interface LandShape {
  readonly area: Path2D
  readonly coast: Path2D
  readonly west: number
  readonly east: number
}

/** The bounds of a cell, whose sides are no coast. */
interface CellBounds {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

const EDGE_DEGREES = 1e-6

const isOnEdge = (a: number, b: number, edges: readonly [number, number], tolerance: number): boolean =>
  edges.some((edge) => Math.abs(a - edge) <= tolerance && Math.abs(b - edge) <= tolerance)

/** The paths of encoded rings. A line along a side of the cell belongs to the area alone. */
const shapeOf = ({ units, rings }: EncodedLand, bounds?: CellBounds): LandShape => {
  const [area, coast] = [new Path2D(), new Path2D()]
  const tolerance = 1 / units + EDGE_DEGREES
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const ring of rings) {
    let [x, y] = [0, 0]
    let before: readonly [number, number] | undefined
    let isDrawing = false
    for (let index = 0; index + 1 < ring.length; index += 2) {
      x += ring[index] ?? 0
      y += ring[index + 1] ?? 0
      const [longitude, latitude] = [x / units, y / units]
      const projected = mercatorOf(latitude)
      west = Math.min(west, longitude)
      east = Math.max(east, longitude)
      if (before === undefined) area.moveTo(longitude, projected)
      else area.lineTo(longitude, projected)
      const isSide =
        before !== undefined &&
        bounds !== undefined &&
        (isOnEdge(before[0], longitude, [bounds.west, bounds.east], tolerance) ||
          isOnEdge(before[1], latitude, [bounds.south, bounds.north], tolerance))
      if (before !== undefined && !isSide) {
        if (!isDrawing) coast.moveTo(before[0], mercatorOf(before[1]))
        coast.lineTo(longitude, projected)
      }
      isDrawing = before !== undefined && !isSide
      before = [longitude, latitude]
    }
    area.closePath()
  }
  return { area, coast, west, east }
}

const BASE = `${import.meta.env.BASE_URL}land/`

const readJson = async <A>(name: string): Promise<A> => {
  const response = await fetch(BASE + name)
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  return response.json()
}

/** Above this scale, in pixels a degree, the coast of the whole world is too coarse. */
const DETAIL_SCALE = 40
/** The maximum number of cells that one view loads. */
const MAX_CELLS = 24

interface World {
  readonly shape: LandShape
  readonly cellDegrees: number
  readonly overlapDegrees: number
  readonly cells: ReadonlySet<number>
}

/** The land of all maps of the page: each file is loaded once, when a map first shows it. */
class LandFiles {
  #world: World | undefined
  #loading: Promise<void> | undefined
  readonly #cells = new Map<number, LandShape | "loading">()

  /** Loads the whole world. */
  load(): Promise<void> {
    this.#loading ??= readJson<EncodedWorld>("world.json").then((world) => {
      const { cellDegrees, overlapDegrees, cells } = world
      this.#world = { shape: shapeOf(world), cellDegrees, overlapDegrees, cells: new Set(cells) }
    })
    return this.#loading
  }

  /** The land that a view shows; `onLoad` runs when more of it has arrived. */
  shapesIn(view: MapView, size: MapSize, onLoad: () => void): ReadonlyArray<LandShape> {
    const world = this.#world
    if (world === undefined) return []
    if (view.scale < DETAIL_SCALE) return [world.shape]
    const numbers = this.#visibleCells(world, view, size)
    if (numbers.length > MAX_CELLS) return [world.shape]
    const shapes = numbers.map((number) => this.#cells.get(number))
    for (const [index, number] of numbers.entries())
      if (shapes[index] === undefined) this.#loadCell(world, number, onLoad)
    const loaded = shapes.flatMap((shape) => (shape === undefined || shape === "loading" ? [] : [shape]))
    return loaded.length === numbers.length ? loaded : [world.shape]
  }

  #visibleCells(
    { cellDegrees, cells }: World,
    { x, y, scale }: MapView,
    { width, height }: MapSize
  ): ReadonlyArray<number> {
    const columns = 360 / cellDegrees
    const [left, right] = [x - width / 2 / scale, x + width / 2 / scale]
    const [bottom, top] = [y - height / 2 / scale, y + height / 2 / scale]
    const numbers: Array<number> = []
    for (
      let column = Math.floor((left + 180) / cellDegrees);
      column <= Math.floor((right + 180) / cellDegrees);
      column++
    ) {
      const around = ((column % columns) + columns) % columns
      for (let row = 0; row < 180 / cellDegrees; row++) {
        const south = row * cellDegrees - 90
        if (mercatorOf(south) > top || mercatorOf(south + cellDegrees) < bottom) continue
        const number = row * columns + around
        if (cells.has(number)) numbers.push(number)
      }
    }
    return numbers
  }

  #loadCell({ cellDegrees, overlapDegrees }: World, number: number, onLoad: () => void): void {
    this.#cells.set(number, "loading")
    const columns = 360 / cellDegrees
    const [west, south] = [(number % columns) * cellDegrees - 180, Math.floor(number / columns) * cellDegrees - 90]
    const bounds = {
      west: west - overlapDegrees,
      east: west + cellDegrees + overlapDegrees,
      south: south - overlapDegrees,
      north: south + cellDegrees + overlapDegrees
    }
    readJson<EncodedLand>(`cell-${number}.json`).then(
      (cell) => {
        this.#cells.set(number, shapeOf(cell, bounds))
        onLoad()
      },
      // The coarse coast stays; the next view that needs the cell loads it again.
      () => this.#cells.delete(number)
    )
  }
}

/** The land of every map. */
export const land = new LandFiles()
