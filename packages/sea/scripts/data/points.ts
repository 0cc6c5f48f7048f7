/** A point as longitude and latitude in degrees. */
export type Point = readonly [number, number]

/** Parses points written as "lon lat, lon lat". */
export const parsePoints = (text: string): ReadonlyArray<Point> =>
  text.split(",").map((pair) => {
    const [lon = 0, lat = 0] = pair.trim().split(/\s+/u).map(Number)
    return [lon, lat]
  })

/** A line or outline with its name. */
export interface NamedLine {
  readonly name: string
  readonly points: ReadonlyArray<Point>
}

/** Parses a table of "name: lon lat, lon lat", one entry per line; an indented line continues the previous one. */
export const parseNamedLines = (text: string): ReadonlyArray<NamedLine> =>
  text
    .trim()
    .split(/\n(?!\s)/u)
    .map((entry) => {
      const [name = "", line = ""] = entry.split(":")
      return { name, points: parsePoints(line) }
    })
