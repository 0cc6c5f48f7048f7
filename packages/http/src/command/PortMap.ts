import type { PortCall, StayKind } from "@landfall/core/congestion/PortCall"
import { type Zone, type ZoneShape, zoneTitle } from "@landfall/core/congestion/Zone"
import { type Instant, isoOf } from "@landfall/core/tracking/Instant"
import { Option } from "effect"

/** A ship where its last stop began, in degrees. */
export interface ShipOnMap {
  readonly ship: PortCall["ship"]
  readonly doing: Option.Option<StayKind>
  readonly since: Instant
  readonly latitude: number
  readonly longitude: number
}

export interface PortOnMap {
  readonly title: string
  readonly asOf: string
  readonly zones: ReadonlyArray<Zone>
  readonly ships: ReadonlyArray<ShipOnMap>
}

const WIDTH = 960
const MARGIN = 24
const HEAD = 56
const FOOT = 64
const KM_PER_DEGREE = 111.195

const ZONE_STYLE: Readonly<Record<Zone["kind"], string>> = {
  PORT_AREA: 'fill="#e8f1f8" stroke="#8fb3cc"',
  ANCHORAGE: 'fill="#cfe3f2" stroke="#4a86b0"',
  BERTH: 'fill="#e9dcc3" stroke="#94753a"'
}
/** Small zones are drawn over large ones. */
const ZONE_ORDER: ReadonlyArray<Zone["kind"]> = ["PORT_AREA", "ANCHORAGE", "BERTH"]

const SHIP_COLOURS = { cargo: "#1b7f5c", tanker: "#b3372f", roro: "#6a4fb3", other: "#6f7780" } as const

const escaped = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

type Point = readonly [longitude: number, latitude: number]

const extentOf = (shape: ZoneShape): ReadonlyArray<Point> => {
  if (shape._tag === "Polygon") return shape.rings[0] ?? []
  const { latitude, longitude } = shape.centre
  const north = shape.radius / KM_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  return [
    [longitude - east, latitude - north],
    [longitude + east, latitude + north]
  ]
}

interface Projection {
  readonly at: (point: Point) => readonly [x: number, y: number]
  readonly pixelsPerKm: number
  readonly height: number
}

const least = (values: ReadonlyArray<number>): number =>
  values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const most = (values: ReadonlyArray<number>): number =>
  values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

/** Equirectangular about the middle: the extent of a port is too small for more. */
const projectionOf = (points: ReadonlyArray<Point>): Projection => {
  const first = points[0]?.[0] ?? 0
  // Around the antimeridian longitudes go on beyond 180.
  const east = (longitude: number) => longitude + 360 * Math.round((first - longitude) / 360)
  const [west, right] = [least(points.map(([x]) => east(x))), most(points.map(([x]) => east(x)))]
  const [south, north] = [least(points.map(([, y]) => y)), most(points.map(([, y]) => y))]
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const [wide, high] = [Math.max((right - west) * squeeze, 0.01), Math.max(north - south, 0.01)]
  const scale = Math.min((WIDTH - 2 * MARGIN) / wide, 1200 / high)
  const left = (WIDTH - wide * scale) / 2
  return {
    at: ([longitude, latitude]) => [
      left + (east(longitude) - west) * squeeze * scale,
      HEAD + MARGIN + (north - latitude) * scale
    ],
    pixelsPerKm: scale / KM_PER_DEGREE,
    height: HEAD + FOOT + 2 * MARGIN + high * scale
  }
}

const fixed = (value: number): string => value.toFixed(1)

const drawZone = (zone: Zone, { at, pixelsPerKm }: Projection): string => {
  const dashes = zone.status === "proposed" ? ' stroke-dasharray="4 3" fill-opacity="0.4"' : ""
  const style = `${ZONE_STYLE[zone.kind]}${dashes}`
  const title = `<title>${escaped(`${zoneTitle(zone)}: ${zone.kind}, ${zone.status}`)}</title>`
  if (zone.shape._tag === "Circle") {
    const [x, y] = at([zone.shape.centre.longitude, zone.shape.centre.latitude])
    return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(zone.shape.radius * pixelsPerKm)}" ${style}>${title}</circle>`
  }
  const path = zone.shape.rings
    .map((ring) => `M${ring.map((corner) => at(corner).map(fixed).join(" ")).join("L")}Z`)
    .join("")
  return `<path d="${path}" fill-rule="evenodd" ${style}>${title}</path>`
}

const colourOf = ({ ship }: ShipOnMap): string =>
  ship.commercial ? SHIP_COLOURS[Option.getOrElse(ship.type, () => "other" as const)] : SHIP_COLOURS.other

const nameOf = ({ ship }: ShipOnMap): string =>
  Option.getOrElse(ship.name, () => Option.match(ship.mmsi, { onNone: () => "a ship", onSome: String }))

/** A ship at berth is a square, at anchor a ring, else a dot. */
const drawShip = (on: ShipOnMap, { at }: Projection): string => {
  const [x, y] = at([on.longitude, on.latitude])
  const doing = Option.getOrElse(on.doing, () => "under way")
  const title = `<title>${escaped(`${nameOf(on)}: ${doing}, in port since ${isoOf(on.since)}`)}</title>`
  const colour = colourOf(on)
  if (doing === "berth") {
    return `<rect x="${fixed(x - 3.5)}" y="${fixed(y - 3.5)}" width="7" height="7" fill="${colour}">${title}</rect>`
  }
  const style = doing === "anchorage" ? `fill="#fff" stroke="${colour}" stroke-width="2.5"` : `fill="${colour}"`
  return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="3.5" ${style}>${title}</circle>`
}

/** The longest of 1, 2, 5, 10 km and so on that is short enough. */
const scaleKm = (pixelsPerKm: number): number => [50, 20, 10, 5, 2, 1, 0.5].find((km) => km * pixelsPerKm <= 200) ?? 0.2

const legendOf = ({ height, pixelsPerKm }: Projection): string => {
  const y = height - FOOT / 2
  const types = (["cargo", "tanker", "roro", "other"] as const).map(
    (type, index) =>
      `<rect x="${MARGIN + index * 84}" y="${y - 8}" width="9" height="9" fill="${SHIP_COLOURS[type]}"/><text x="${MARGIN + 14 + index * 84}" y="${y}">${type}</text>`
  )
  const km = scaleKm(pixelsPerKm)
  const length = km * pixelsPerKm
  const right = WIDTH - MARGIN
  return [
    ...types,
    `<text x="${MARGIN}" y="${y + 20}">square: at berth, ring: at anchor, dot: else; dashed zones are proposed</text>`,
    `<path d="M${fixed(right - length)} ${y - 6}v6H${right}v-6" fill="none" stroke="#333"/><text x="${right}" y="${y + 16}" text-anchor="end">${km} km</text>`
  ].join("\n")
}

/** Draws a port: its zones, and the ships that lie there, as an SVG document. */
export const drawPort = ({ title, asOf, zones, ships }: PortOnMap): string => {
  const points = [
    ...zones.flatMap(({ shape }) => extentOf(shape)),
    ...ships.map(({ longitude, latitude }): Point => [longitude, latitude])
  ]
  const projection = projectionOf(points)
  const ordered = ZONE_ORDER.flatMap((kind) => zones.filter((zone) => zone.kind === kind))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.ceil(projection.height)}" width="${WIDTH}" height="${Math.ceil(projection.height)}" font-family="system-ui, sans-serif" font-size="13" role="img">`,
    `<title>${escaped(`${title}, as of ${asOf}`)}</title>`,
    '<rect width="100%" height="100%" fill="#fbfcfd"/>',
    `<text x="${MARGIN}" y="30" font-size="20" font-weight="600">${escaped(title)}</text>`,
    `<text x="${MARGIN}" y="50" fill="#555">${ships.length} ships as of ${escaped(asOf)}</text>`,
    ...ordered.map((zone) => drawZone(zone, projection)),
    ...ships.map((ship) => drawShip(ship, projection)),
    legendOf(projection),
    "</svg>",
    ""
  ].join("\n")
}
