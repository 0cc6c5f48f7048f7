import { NavigationStatus } from "@landfall/core/congestion/detection/VesselReport"
import { isoOf } from "@landfall/core/time/Instant"
import { Option } from "effect"
import type { SimulatedFleet } from "./SimulatedFleet.ts"

/** The columns of MarineCadastre files until 2023 (NOAA, "AIS Data Dictionary"). */
const HEADER =
  "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status,Length,Width,Draft,Cargo,TransceiverClass"

/**
 * The reports of a fleet as CSV rows in MarineCadastre's layout, without line ends, the header first. Positions are
 * rounded to a hundred thousandth of a degree.
 */
export function* csvRowsOf(fleet: SimulatedFleet): Generator<string, void> {
  const vessels = new Map(
    fleet.vessels.map((vessel) => [vessel.mmsi, `${vessel.name},IMO${vessel.imo},,${vessel.shipType}`])
  )
  yield HEADER
  for (const { mmsi, at, position, speed, status } of fleet.positionReports) {
    const { latitude, longitude } = position
    const knots = Option.match(speed, { onNone: () => "", onSome: String })
    const code = Option.match(status, {
      onNone: () => "",
      onSome: (status) => String(NavigationStatus.literals.indexOf(status))
    })
    yield `${mmsi},${isoOf(at).slice(0, 19)},${latitude.toFixed(5)},${longitude.toFixed(5)},${knots},,511,${vessels.get(mmsi) ?? ",,,"},${code},,,,,A`
  }
}
