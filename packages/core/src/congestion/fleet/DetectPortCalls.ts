import { Option } from "effect"
import type { PortCall } from "../detection/PortCall.ts"
import type { VesselReport } from "../detection/VesselReport.ts"
import type { ZoneIndex } from "../zones/ZoneIndex.ts"
import { FleetDetector, type VesselTypeLookup } from "./FleetDetector.ts"

/** No registry: the type of a vessel is known from its berths, its name or its AIS ship type alone. */
const noRegistry: VesselTypeLookup = () => Option.none()

/**
 * Detects the port calls in a recording of AIS reports, without a store. Reports are read once, oldest first; positions
 * of one vessel may be out of order by some minutes. `index` has the port areas, such as
 * `makeZoneIndex(zonesInUse(ports, areas, []))` for the ports and areas that ship with `@landfall/sea`. A call that the
 * recording does not see end is returned without `endedAt`. Calls are ordered by start, then id.
 */
export const detectPortCalls = (
  reports: Iterable<VesselReport>,
  index: ZoneIndex,
  registry: VesselTypeLookup = noRegistry
): ReadonlyArray<PortCall> => {
  const detector = new FleetDetector(index, registry)
  for (const report of reports) detector.receive(report, report.at)
  detector.flushAll()
  return detector.drain().calls.toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
}
