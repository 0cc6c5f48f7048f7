import type { LandShape } from "./Land.ts"
import type { MapArea, MapLayers, MapLine, MapMark } from "./MapLayers.ts"
import { type LonLat, type MapSize, type MapView, mercatorOf, project, unwrap } from "./Projection.ts"

/** Resolves the tokens of the design to colours. */
export type Colours = (token: string) => string

export interface Drawing {
  readonly context: CanvasRenderingContext2D
  readonly view: MapView
  readonly size: MapSize
  /** Pixels of the screen for each pixel of the page. */
  readonly density: number
  readonly colours: Colours
  readonly font: string
  readonly land: ReadonlyArray<LandShape>
  readonly layers: MapLayers
  readonly selected: string | undefined
}

/** The turns around the globe, in degrees, at which a shape is within the view. */
const turnsOf = ({ west, east }: LandShape, { x, scale }: MapView, { width }: MapSize): ReadonlyArray<number> => {
  const half = width / 2 / scale
  const first = Math.ceil((x - half - east) / 360)
  const last = Math.floor((x + half - west) / 360)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * 360)
}

const drawLand = ({ context, view, size, density, colours, land }: Drawing): void => {
  context.fillStyle = colours("map-land")
  context.strokeStyle = colours("map-coast")
  context.lineWidth = 0.75 / view.scale
  const visible = land.flatMap((shape) => turnsOf(shape, view, size).map((turn) => ({ shape, turn })))
  const place = (turn: number) =>
    context.setTransform(
      view.scale * density,
      0,
      0,
      -view.scale * density,
      (size.width / 2 + (turn - view.x) * view.scale) * density,
      (size.height / 2 + view.y * view.scale) * density
    )
  for (const { shape, turn } of visible) {
    place(turn)
    context.fill(shape.area, "evenodd")
  }
  for (const { shape, turn } of visible) {
    place(turn)
    context.stroke(shape.coast)
  }
  context.setTransform(density, 0, 0, density, 0, 0)
}

/** Traces a line near the middle of the map, or some degrees beside it. */
const trace = ({ context, view, size }: Drawing, points: ReadonlyArray<LonLat>, turn = 0): void => {
  const unwrapped = unwrap(points)
  const [first] = unwrapped
  if (first === undefined) return
  const shift = 360 * Math.round((view.x - first[0]) / 360) + turn
  for (const [index, [longitude, latitude]] of unwrapped.entries()) {
    const px = size.width / 2 + (longitude + shift - view.x) * view.scale
    const py = size.height / 2 - (mercatorOf(latitude) - view.y) * view.scale
    if (index === 0) context.moveTo(px, py)
    else context.lineTo(px, py)
  }
}

const drawArea = (drawing: Drawing, { rings, colour, id }: MapArea): void => {
  const { context, colours, selected } = drawing
  context.beginPath()
  for (const ring of rings) trace(drawing, ring)
  context.fillStyle = colours(colour)
  context.globalAlpha = id === selected ? 0.35 : 0.16
  context.fill("evenodd")
  context.globalAlpha = 1
  context.strokeStyle = colours(colour)
  context.lineWidth = id === selected ? 2 : 1
  context.stroke()
}

const drawLine = (drawing: Drawing, { parts, colour, isDashed = false }: MapLine): void => {
  const { context, colours } = drawing
  context.lineJoin = "round"
  context.lineCap = "round"
  context.beginPath()
  for (const part of parts) for (const turn of [-360, 0, 360]) trace(drawing, part, turn)
  // A halo separates the line from the coast.
  context.strokeStyle = colours("map-halo")
  context.lineWidth = 5
  context.stroke()
  context.setLineDash(isDashed ? [2, 6] : [])
  context.strokeStyle = colours(colour)
  context.lineWidth = 2.5
  context.stroke()
  context.setLineDash([])
}

const MARK_RADIUS = 5

const traceMark = (context: CanvasRenderingContext2D, look: MapMark["look"], x: number, y: number): void => {
  const r = MARK_RADIUS
  context.beginPath()
  switch (look) {
    case "waiting":
      context.moveTo(x, y - r - 1)
      context.lineTo(x + r + 1, y)
      context.lineTo(x, y + r + 1)
      context.lineTo(x - r - 1, y)
      context.closePath()
      break
    case "stopped":
      context.rect(x - r + 1, y - r + 1, 2 * r - 2, 2 * r - 2)
      break
    case "vessel":
      context.moveTo(x, y - r - 3)
      context.lineTo(x + r + 1, y + r)
      context.lineTo(x, y + r - 2)
      context.lineTo(x - r - 1, y + r)
      context.closePath()
      break
    case "passage":
      context.arc(x, y, r - 2, 0, 2 * Math.PI)
      break
    default:
      context.arc(x, y, r, 0, 2 * Math.PI)
  }
}

const drawMark = (drawing: Drawing, { at, look, colour, id }: MapMark): void => {
  const { context, colours, size, selected, view } = drawing
  const [x, y] = project(at, view, size)
  if (id === selected) {
    context.beginPath()
    context.arc(x, y, MARK_RADIUS + 7, 0, 2 * Math.PI)
    context.strokeStyle = colours("focus")
    context.lineWidth = 2
    context.stroke()
  }
  traceMark(context, look, x, y)
  context.fillStyle = colours(colour)
  context.strokeStyle = colours("map-halo")
  context.lineWidth = 3
  context.stroke()
  context.fill()
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const LABEL_HEIGHT = 16

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Writes names beside marks, each where no other name is: on the right, on the left, above or below. */
const drawNames = (drawing: Drawing, names: ReadonlyArray<{ readonly name: string; readonly at: LonLat }>): void => {
  const { context, view, size, colours, font } = drawing
  const taken: Array<Box> = []
  context.font = font
  context.textBaseline = "middle"
  context.lineJoin = "round"
  for (const { name, at } of names) {
    const [x, y] = project(at, view, size)
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue
    const { width } = context.measureText(name)
    const gap = MARK_RADIUS + 5
    const places = [
      [x + gap, y],
      [x - gap - width, y],
      [x - width / 2, y - gap - LABEL_HEIGHT / 2],
      [x - width / 2, y + gap + LABEL_HEIGHT / 2]
    ] as const
    const place = places
      .map(([left, middle]) => ({
        left,
        top: middle - LABEL_HEIGHT / 2,
        right: left + width,
        bottom: middle + LABEL_HEIGHT / 2
      }))
      .find(
        (box) =>
          box.left > 2 &&
          box.right < size.width - 2 &&
          box.top > 2 &&
          box.bottom < size.height - 2 &&
          !taken.some((other) => overlaps(box, other))
      )
    if (place === undefined) continue
    taken.push(place)
    const middle = (place.top + place.bottom) / 2
    context.strokeStyle = colours("map-halo")
    context.lineWidth = 3
    context.strokeText(name, place.left, middle)
    context.fillStyle = colours("ink")
    context.fillText(name, place.left, middle)
  }
}

const centreOf = (ring: ReadonlyArray<LonLat>): LonLat => {
  const points = unwrap(ring)
  const longitudes = points.map(([longitude]) => longitude)
  const latitudes = points.map(([, latitude]) => latitude)
  return [
    (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
    (Math.min(...latitudes) + Math.max(...latitudes)) / 2
  ]
}

/** Draws a map: the sea, the land, then its areas, lines, marks and names. */
export const drawMap = (drawing: Drawing): void => {
  const { context, size, density, colours, layers } = drawing
  const { areas = [], lines = [], marks = [] } = layers
  context.setTransform(density, 0, 0, density, 0, 0)
  context.fillStyle = colours("map-sea")
  context.fillRect(0, 0, size.width, size.height)
  drawLand(drawing)
  for (const area of areas) drawArea(drawing, area)
  for (const line of lines) drawLine(drawing, line)
  for (const mark of marks) drawMark(drawing, mark)
  drawNames(drawing, [
    ...marks.filter(({ isNamed, id }) => isNamed === true || id === drawing.selected),
    ...areas
      .filter(({ isNamed, id }) => isNamed === true || id === drawing.selected)
      .map(({ name, rings }) => ({ name, at: centreOf(rings[0] ?? []) }))
  ])
}
