import { Command } from "effect/cli"
import { argumentsByCommand, lazyCommand } from "../CommandTable.ts"

/** Every kind of data that can be imported. */
const SUBCOMMANDS = [
  lazyCommand(
    "ais",
    "Import recorded AIS, oldest file first, and detect port calls by the times in the records. Importing a file again, or after an interruption, counts nothing twice",
    () => import("./ImportAis.ts").then(({ importAis }) => importAis)
  ),
  lazyCommand(
    "port-calls",
    "Import port calls reported by ports or agents, from CSV or JSON with port, imo or mmsi, arrivedAt, berthedAt, unberthedAt, departedAt, vesselName, vesselType; they take precedence over calls detected in AIS",
    () => import("./ImportPortCalls.ts").then(({ importPortCalls }) => importPortCalls)
  ),
  lazyCommand(
    "ports",
    "Import ports, or other positions and names of bundled ports, from CSV or xlsx with the columns code, name, country, lat, lon and optionally aliases",
    () => import("./ImportPorts.ts").then(({ importPorts }) => importPorts)
  ),
  lazyCommand(
    "terms",
    "Set last free days, holds and availability of an account's shipments, from CSV or xlsx with the columns number, container, lastFreeDay, availableAt, holds",
    () => import("./ImportTerms.ts").then(({ importTerms }) => importTerms)
  ),
  lazyCommand(
    "tracking",
    "Import DCSA Track & Trace 2.2 events of an account's shipments: a JSON array of any length, or one event per line",
    () => import("./ImportTracking.ts").then(({ importTracking }) => importTracking)
  ),
  lazyCommand(
    "zones",
    "Import berths, anchorages and port areas from GeoJSON; a zone replaces the stored zone with its id, an invalid feature is reported and skipped",
    () => import("./ImportZones.ts").then(({ importZones }) => importZones)
  ),
  lazyCommand("vessels", "Import vessels, from the EU MRV publication of EMSA (xlsx or CSV) or from a CSV file", () =>
    import("./ImportVessels.ts").then(({ importVessels }) => importVessels)
  ),
  lazyCommand("factors", "Replace the stored emission factors by a table, from CSV or xlsx", () =>
    import("./ImportFactors.ts").then(({ importFactors }) => importFactors)
  )
]

/** The command `import`, of which the subcommand that the arguments name is loaded. */
export const loadImportCommand = (args: ReadonlyArray<string>) => {
  const argumentsOf = argumentsByCommand(SUBCOMMANDS, args)
  return Promise.all(SUBCOMMANDS.map(({ name, load }) => load(argumentsOf(name)))).then((subcommands) =>
    Command.make("import").pipe(Command.withSubcommands(subcommands))
  )
}
