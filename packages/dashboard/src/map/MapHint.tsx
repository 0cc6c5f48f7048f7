import type { MapLayers, MapMark } from "./MapLayers.ts"
import { type MapSize, type MapView, project } from "./Projection.ts"

/** The distance from the pointer to a mark within which its hint is shown, in pixels. */
const REACH_PIXELS = 12
/** Half the width of a hint, which stays within the map. */
const HALF_PIXELS = 90

/** A mark of a map with its place, in pixels. */
export interface Hint {
  readonly mark: MapMark
  readonly x: number
  readonly y: number
}

/** The mark under a point of the map: the nearest within reach. */
export const markAt = (
  { marks = [] }: MapLayers,
  [x, y]: readonly [number, number],
  view: MapView,
  size: MapSize
): Hint | undefined => {
  let found: (Hint & { readonly distance: number }) | undefined
  for (const mark of marks) {
    const [markX, markY] = project(mark.at, view, size)
    const distance = Math.hypot(markX - x, markY - y)
    if (distance <= (found?.distance ?? REACH_PIXELS)) found = { mark, x: markX, y: markY, distance }
  }
  return found
}

/** The description of a mark, beside it. */
export const MapHint = ({ hint: { mark, x, y }, width }: { readonly hint: Hint; readonly width: number }) => (
  <div
    className="map-hint"
    data-below={y < HALF_PIXELS}
    style={{ left: `${Math.min(Math.max(x, HALF_PIXELS), width - HALF_PIXELS)}px`, top: `${y}px` }}
  >
    <strong className="break">{mark.name}</strong>
    {mark.details?.map((detail) => (
      <span key={detail} className="break">
        {detail}
      </span>
    ))}
  </div>
)
