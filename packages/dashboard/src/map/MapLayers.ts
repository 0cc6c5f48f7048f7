import type { LonLat } from "./Projection.ts"

/** How a mark is drawn: a port, a passage, or a vessel that is moored, waits or is under way. */
export type MarkLook = "port" | "passage" | "moored" | "waiting" | "stopped" | "vessel"

/** A place or vessel on a map. */
export interface MapMark {
  readonly id: string
  readonly name: string
  /** The further lines of the hint. */
  readonly details?: ReadonlyArray<string>
  readonly at: LonLat
  readonly look: MarkLook
  /** The colour, by the name of its token. */
  readonly colour: string
  /** Whether the name is written beside the mark. */
  readonly isNamed?: boolean
}

/** A line on a map, in as many parts as the antimeridian or the sources make of it. */
export interface MapLine {
  readonly id: string
  readonly parts: ReadonlyArray<ReadonlyArray<LonLat>>
  readonly colour: string
  /** Drawn with gaps: not sailed yet, or only planned. */
  readonly isDashed?: boolean
}

/** An area on a map: its rings, the first of which is its outline. */
export interface MapArea {
  readonly id: string
  readonly name: string
  readonly rings: ReadonlyArray<ReadonlyArray<LonLat>>
  readonly colour: string
  readonly isNamed?: boolean
}

/** Everything on a map, in the order of drawing: areas, lines, marks. */
export interface MapLayers {
  readonly areas?: ReadonlyArray<MapArea>
  readonly lines?: ReadonlyArray<MapLine>
  readonly marks?: ReadonlyArray<MapMark>
}

/** The points that a map has to show. */
export const pointsOf = ({ areas = [], lines = [], marks = [] }: MapLayers): ReadonlyArray<LonLat> => [
  ...areas.flatMap(({ rings }) => rings[0] ?? []),
  ...lines.flatMap(({ parts }) => parts.flat()),
  ...marks.map(({ at }) => at)
]

/** The points of a line of GeoJSON. */
export const lineOf = (positions: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<LonLat> =>
  positions.map(([longitude = 0, latitude = 0]): LonLat => [longitude, latitude])
