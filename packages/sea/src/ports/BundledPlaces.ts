import type { FindPlace } from "@landfall/core/geo/PlaceDirectory"
import { loadPorts } from "./BundledPorts.ts"
import { countries, ports as zonePorts } from "./internal/timeZones.js"

const zonesByCode = (codesByZone: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(codesByZone).flatMap(([zone, codes]) => codes.split(" ").map((code) => [code, zone] as const)))

/**
 * Unpacks names, positions and time zones of the bundled ports. A place that is not a port has the time zone of its country, where
 * the country has one.
 */
export const loadPlaces = (): FindPlace => {
  const { ports, aliases } = loadPorts()
  const byCountry = zonesByCode(countries)
  const byPort = zonesByCode(zonePorts)
  return (unlocode) => {
    const code = aliases.get(unlocode) ?? unlocode
    const port = ports.get(code)
    const timeZone = byPort.get(code) ?? byCountry.get(code.slice(0, 2))
    return {
      ...(port === undefined ? {} : { name: port.name, position: port.position }),
      ...(timeZone === undefined ? {} : { timeZone })
    }
  }
}
