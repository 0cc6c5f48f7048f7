import { Command } from "effect/cli"
import { importAis } from "./ImportAis.ts"
import { importFactors } from "./ImportFactors.ts"
import { importPortCalls } from "./ImportPortCalls.ts"
import { importPorts } from "./ImportPorts.ts"
import { importTracking } from "./ImportTracking.ts"
import { importVessels } from "./ImportVessels.ts"
import { importZones } from "./ImportZones.ts"

export const importCommand = Command.make("import").pipe(
  Command.withDescription("Import data; running servers use it within a second"),
  Command.withSubcommands([
    importAis,
    importPortCalls,
    importPorts,
    importTracking,
    importZones,
    importVessels,
    importFactors
  ])
)
