type Position = readonly [longitude: number, latitude: number]

/** A zone of a port, as the server returns it. */
interface PortZone {
  readonly kind: string
  readonly geometry: { readonly coordinates: ReadonlyArray<ReadonlyArray<Position>> }
}

const HEADER =
  "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status,Length,Width,Draft,Cargo,TransceiverClass"

const HOUR_MILLIS = 3_600_000
const REPORT_MILLIS = 600_000
const MOORED = 5
const AT_ANCHOR = 1
const SHIP_TYPES = [70, 71, 80, 70, 79, 84]

const NAMES = ["ALBATROS", "BALTIC SWAN", "CORAL BAY", "DELTA STAR", "EASTERN WIND", "FJORD EXPRESS", "GOLDEN GATE"]

const middleOf = (ring: ReadonlyArray<Position>): Position => {
  const [longitudes, latitudes] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  return [
    (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
    (Math.min(...latitudes) + Math.max(...latitudes)) / 2
  ]
}

const centreOf = ({ geometry }: PortZone): Position => middleOf(geometry.coordinates[0] ?? [])

/** Position reports of vessels at the terminals and anchorages of a port, in the form that `landfall import ais` reads. */
export const aisCsv = (zones: ReadonlyArray<PortZone>, vessels: number, now: number): string => {
  const rows: Array<string> = []
  const places = [
    ...zones.filter(({ kind }) => kind === "ANCHORAGE"),
    ...zones.filter(({ kind }) => kind !== "ANCHORAGE")
  ]
  for (let vessel = 0; vessel < vessels; vessel++) {
    const place = places[vessel % places.length]
    if (place === undefined) break
    const [longitude, latitude] = centreOf(place)
    const turn = Math.floor(vessel / places.length)
    const at: Position = [longitude + 0.008 * turn, latitude - 0.004 * turn]
    const isWaiting = place.kind === "ANCHORAGE"
    const since = now - (3 + ((vessel * 7) % 40)) * HOUR_MILLIS
    const name = `${NAMES[vessel % NAMES.length]} ${vessel + 1}`
    for (let time = since; time < now; time += REPORT_MILLIS) {
      const date = new Date(time).toISOString().slice(0, 19)
      const status = isWaiting ? AT_ANCHOR : MOORED
      rows.push(
        `${244_000_001 + vessel},${date},${at[1].toFixed(5)},${at[0].toFixed(5)},0.1,,511,${name},,,${SHIP_TYPES[vessel % SHIP_TYPES.length]},${status},,,,,A`
      )
    }
  }
  return `${[HEADER, ...rows.toSorted((a, b) => ((a.split(",")[1] ?? "") < (b.split(",")[1] ?? "") ? -1 : 1))].join("\n")}\n`
}

/** A vessel as its static data names it. */
export interface NamedVessel {
  readonly mmsi: number
  readonly imo: string
  readonly name: string
}

/** Position reports of a vessel under way, in the same form. */
export const aisRow = ({ mmsi, imo, name }: NamedVessel, [longitude, latitude]: Position, now: number): string => {
  const rows = [30, 20, 10].map((minutes) => {
    const date = new Date(now - minutes * 60_000).toISOString().slice(0, 19)
    return `${mmsi},${date},${latitude.toFixed(5)},${longitude.toFixed(5)},17.2,,511,${name},IMO${imo},,70,0,,,,,A`
  })
  return `${[HEADER, ...rows].join("\n")}\n`
}
