import type { PortCall, StayKind } from "@landfall/core/congestion/detection/PortCall"
import { isRoroKnown } from "@landfall/core/congestion/detection/VesselClassification"
import { type Zone, zoneTitle } from "@landfall/core/congestion/zones/Zone"
import type { ZoneShape } from "@landfall/core/congestion/zones/ZoneShape"
import { type Instant, isoOf } from "@landfall/core/time/Instant"
import type { Ring } from "@landfall/sea/LandTopology"
import { Option } from "effect"
import { coastPath } from "./Coast.ts"
import { formatLength, frameOf, graticule, KM_PER_DEGREE, type MapFrame, type Point, scaleBar } from "./MapFrame.ts"

/** A vessel at the position where its last stay began, in degrees. */
export interface VesselOnMap {
  readonly vessel: PortCall["vessel"]
  readonly activity: Option.Option<StayKind>
  readonly since: Instant
  readonly latitude: number
  readonly longitude: number
}

export interface PortMapInput {
  readonly title: string
  readonly asOf: Instant
  readonly zones: ReadonlyArray<Zone>
  readonly vessels: ReadonlyArray<VesselOnMap>
  /** The land to draw, from `loadLand`. */
  readonly land: ReadonlyArray<Ring>
}

const WIDTH = 1000
const MARGIN = 24
const PAGE = { left: MARGIN, top: 76, width: WIDTH - 2 * MARGIN, height: 690 }
const BOTTOM = PAGE.top + PAGE.height
const HEIGHT = BOTTOM + 92

const ZONE_STYLE: Readonly<Record<Zone["kind"], string>> = {
  PORT_AREA: 'fill="#4a86b0" fill-opacity="0.10" stroke="#4a86b0" stroke-width="1.2" stroke-dasharray="8 4"',
  ANCHORAGE: 'fill="#2f74a8" fill-opacity="0.22" stroke="#2f74a8"',
  BERTH: 'fill="#c08a1e" fill-opacity="0.35" stroke="#946a12"'
}
const ZONE_NAMES = { PORT_AREA: "port area", ANCHORAGE: "anchorage", BERTH: "berth" } as const
/** The order of drawing: small zones over large ones. */
const ZONE_ORDER: ReadonlyArray<Zone["kind"]> = ["PORT_AREA", "ANCHORAGE", "BERTH"]
const PROPOSED_STYLE = 'fill-opacity="0.12" stroke-dasharray="3 3"'

const CLASS_COLOURS = {
  cargo: "#14805a",
  tanker: "#c02f26",
  roro: "#6a3fc0",
  commercial: "#d07a00",
  other: "#6c7780"
} as const
const CLASS_NAMES = {
  cargo: "cargo",
  tanker: "tanker",
  roro: "ro-ro",
  commercial: "commercial, type unknown",
  other: "not commercial"
}
type MapClass = keyof typeof CLASS_COLOURS
const MAP_CLASSES: ReadonlyArray<MapClass> = ["cargo", "tanker", "roro", "commercial", "other"]

const STATES = ["berth", "anchorage", "unknown", "under way"] as const
type MapState = (typeof STATES)[number]
const STATE_NAMES = {
  berth: "at berth",
  anchorage: "at anchor",
  unknown: "stationary, zone unknown",
  "under way": "under way in port"
} as const

const escapeXml = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

const outlineOf = (shape: ZoneShape): ReadonlyArray<Point> => {
  if (shape._tag === "Polygon") return shape.rings[0] ?? []
  const { latitude, longitude } = shape.centre
  const north = shape.radius / KM_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  return [
    [longitude - east, latitude - north],
    [longitude + east, latitude + north]
  ]
}

/** Zone names are drawn on maps with at most this many named zones. */
const MAX_ZONE_NAMES = 24

const drawZone = (zone: Zone, { project, pixelsPerKm }: MapFrame): string => {
  const style = `${ZONE_STYLE[zone.kind]}`
  const attributes =
    zone.status === "proposed"
      ? `${style.replaceAll(/ (fill-opacity|stroke-dasharray)="[^"]*"/g, "")} ${PROPOSED_STYLE}`
      : style
  const title = `<title>${escapeXml(`${zoneTitle(zone)}: ${ZONE_NAMES[zone.kind]}, ${zone.status}`)}</title>`
  if (zone.shape._tag === "Circle") {
    const [x, y] = project([zone.shape.centre.longitude, zone.shape.centre.latitude])
    return `<circle cx="${formatLength(x)}" cy="${formatLength(y)}" r="${formatLength(zone.shape.radius * pixelsPerKm)}" ${attributes}>${title}</circle>`
  }
  const path = zone.shape.rings
    .map((ring) => `M${ring.map((corner) => project(corner).map(formatLength).join(" ")).join("L")}Z`)
    .join("")
  return `<path d="${path}" fill-rule="evenodd" ${attributes}>${title}</path>`
}

const drawName = (zone: Zone, { project }: MapFrame): string => {
  const corners = outlineOf(zone.shape)
  const [xs, ys] = [corners.map((corner) => project(corner)[0]), corners.map((corner) => project(corner)[1])]
  const x = (Math.min(...xs) + Math.max(...xs)) / 2
  return `<text x="${formatLength(x)}" y="${formatLength(Math.min(...ys) - 5)}" text-anchor="middle" font-size="11" fill="#27445a" stroke="#fff" stroke-opacity="0.8" stroke-width="3" paint-order="stroke">${escapeXml(zoneTitle(zone))}</text>`
}

const classOf = ({ vessel }: VesselOnMap): MapClass =>
  vessel.commercial ? Option.getOrElse(vessel.type, () => "commercial" as const) : "other"

const stateOf = ({ activity }: VesselOnMap): MapState => Option.getOrElse(activity, () => "under way" as const)

const nameOf = ({ vessel }: VesselOnMap): string =>
  Option.getOrElse(vessel.name, () => Option.match(vessel.mmsi, { onNone: () => "a vessel", onSome: String }))

/** The symbol of a vessel: a square at berth, a ring at anchor, a dot stationary elsewhere, a triangle under way. */
const vesselMark = (state: MapState, colour: string, x: number, y: number, title = ""): string => {
  const halo = 'stroke="#fff" stroke-width="1"'
  switch (state) {
    case "berth":
      return `<rect x="${formatLength(x - 4)}" y="${formatLength(y - 4)}" width="8" height="8" fill="${colour}" ${halo}>${title}</rect>`
    case "anchorage":
      return `<circle cx="${formatLength(x)}" cy="${formatLength(y)}" r="3.8" fill="#fff" stroke="${colour}" stroke-width="2.6">${title}</circle>`
    case "unknown":
      return `<circle cx="${formatLength(x)}" cy="${formatLength(y)}" r="4" fill="${colour}" ${halo}>${title}</circle>`
    case "under way":
      return `<path d="M${formatLength(x)} ${formatLength(y - 5)}l5 9h-10Z" fill="${colour}" ${halo}>${title}</path>`
  }
}

const drawVessel = (on: VesselOnMap, { project }: MapFrame): string => {
  const [x, y] = project([on.longitude, on.latitude])
  const title = `${nameOf(on)}: ${CLASS_NAMES[classOf(on)]}, ${STATE_NAMES[stateOf(on)]}, in port since ${isoOf(on.since)}`
  return vesselMark(stateOf(on), CLASS_COLOURS[classOf(on)], x, y, `<title>${escapeXml(title)}</title>`)
}

const countByKey = <K extends string>(
  keys: ReadonlyArray<K>,
  vessels: ReadonlyArray<VesselOnMap>,
  of: (vessel: VesselOnMap) => K
) => keys.map((key) => ({ key, count: vessels.filter((vessel) => of(vessel) === key).length }))

/** A line of marks with words, each as wide as its words. */
const legendLine = (
  y: number,
  entries: ReadonlyArray<readonly [mark: (x: number) => string, words: string]>
): string => {
  let x = MARGIN + 6
  return entries
    .map(([draw, words]) => {
      const entry = `${draw(x)}<text x="${formatLength(x + 11)}" y="${y}">${words}</text>`
      x += 36 + words.length * 7.1
      return entry
    })
    .join("")
}

/**
 * The number of drawn vessels of a class. Where AIS is the only source of the class cargo, the number of ro-ros is
 * unknown.
 */
const countText = (key: MapClass, count: number, vessels: ReadonlyArray<VesselOnMap>): string =>
  key === "roro" && !isRoroKnown(vessels.map(({ vessel }) => vessel)) ? "not known" : String(count)

const legendOf = (frame: MapFrame, vessels: ReadonlyArray<VesselOnMap>): string => {
  const [first, second, third] = [BOTTOM + 24, BOTTOM + 48, BOTTOM + 72]
  const swatch = (kind: Zone["kind"], y: number) => (x: number) =>
    `<rect x="${formatLength(x - 7)}" y="${y - 9}" width="14" height="10" ${ZONE_STYLE[kind]}/>`
  return [
    legendLine(
      first,
      countByKey(MAP_CLASSES, vessels, classOf).map(({ key, count }) => [
        (x) => vesselMark("unknown", CLASS_COLOURS[key], x, first - 4),
        `${CLASS_NAMES[key]}: ${countText(key, count, vessels)}`
      ])
    ),
    legendLine(
      second,
      countByKey(STATES, vessels, stateOf).map(({ key, count }) => [
        (x) => vesselMark(key, "#4d5962", x, second - 4),
        `${STATE_NAMES[key]}: ${count}`
      ])
    ),
    legendLine(third, [
      ...[...ZONE_ORDER].map((kind) => [swatch(kind, third), ZONE_NAMES[kind]] as const),
      [
        (x) =>
          `<rect x="${formatLength(x - 7)}" y="${third - 9}" width="14" height="10" fill="#c08a1e" stroke="#946a12" ${PROPOSED_STYLE}/>`,
        "proposed"
      ]
    ]),
    scaleBar(frame, WIDTH - MARGIN, BOTTOM + 18),
    `<text x="${WIDTH - MARGIN}" y="${third}" text-anchor="end" font-size="10" fill="#6c7780">Coast: Natural Earth, 1:10 million</text>`
  ].join("\n")
}

const CLIP = `<clipPath id="map"><rect x="${PAGE.left}" y="${PAGE.top}" width="${PAGE.width}" height="${PAGE.height}"/></clipPath>`
const frameRect = (style: string): string =>
  `<rect x="${PAGE.left}" y="${PAGE.top}" width="${PAGE.width}" height="${PAGE.height}" ${style}/>`

const minuteOf = (instant: Instant): string => `${isoOf(instant).slice(0, 16).replace("T", " ")} UTC`

/** Draws the map of a port as an SVG document: the coast, the zones, and the vessels in port by class and state. */
export const drawPort = ({ title, asOf, zones, vessels, land }: PortMapInput): string => {
  const entries = [
    ...zones.flatMap(({ shape }) => outlineOf(shape)),
    ...vessels.map(({ longitude, latitude }): Point => [longitude, latitude])
  ]
  const frame = frameOf(entries, PAGE)
  const ordered = ZONE_ORDER.flatMap((kind) => zones.filter((zone) => zone.kind === kind))
  const titled = ordered.filter(({ kind, source }) => kind !== "PORT_AREA" && source !== "default")
  const commercialLast = [...vessels].sort((a, b) => Number(a.vessel.commercial) - Number(b.vessel.commercial))
  const commercial = vessels.filter(({ vessel }) => vessel.commercial).length
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="#22313a" role="img">`,
    `<title>${escapeXml(`${title}, as of ${isoOf(asOf)}`)}</title>`,
    `<defs>${CLIP}</defs>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="${MARGIN}" y="36" font-size="24" font-weight="700">${escapeXml(title)}</text>`,
    `<text x="${MARGIN}" y="60" fill="#55646e">Vessels in port as of ${minuteOf(asOf)}: ${commercial} commercial, ${vessels.length - commercial} other</text>`,
    '<g clip-path="url(#map)">',
    frameRect('fill="#d9e9f3"'),
    `<path d="${coastPath(land, frame)}" fill="#f3eee0" fill-rule="evenodd" stroke="#a99d7c" stroke-width="0.9"/>`,
    ...ordered.map((zone) => drawZone(zone, frame)),
    graticule(frame),
    ...(titled.length <= MAX_ZONE_NAMES ? titled.map((zone) => drawName(zone, frame)) : []),
    ...commercialLast.map((vessel) => drawVessel(vessel, frame)),
    "</g>",
    frameRect('fill="none" stroke="#8ea3b0"'),
    legendOf(frame, vessels),
    "</svg>",
    ""
  ].join("\n")
}
