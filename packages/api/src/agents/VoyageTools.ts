import { CargoKind } from "@landfall/core/co2/lanes/TradeLane"
import { Passage } from "@landfall/core/geo/Passage"
import { MAX_REQUIRED_PASSAGES } from "@landfall/core/geo/SeaRouter"
import { MAX_SPEED_KNOTS } from "@landfall/core/vessels/Knots"
import { Effect, Schema } from "effect"
import { type AgentTool, makeTool } from "./AgentTool.ts"
import { oneOf, optional, port, present } from "./ToolArguments.ts"
import { responseResult } from "./ToolSchemas.ts"

const passages = (description: string) =>
  optional(Schema.Array(Schema.Literals(Passage.literals)).annotate({ description }))

const routeArguments = {
  avoid: passages("Canals and straits that the route must not use, each once."),
  require: passages(
    `Canals and straits that the route must use, each once, in any order; at most ${MAX_REQUIRED_PASSAGES}.`
  )
}

const formatQuantity = (value: number | null | undefined, unit: string): string =>
  value === null || value === undefined ? "unknown" : `${value} ${unit}`

const computeVoyageCo2 = makeTool({
  name: "compute_voyage_co2",
  title: "CO2 of a voyage",
  description:
    "Computes the emissions of one TEU (a container of 20 feet) carried by sea between two ports, in tonnes, in two ways: by the model of the vessel (CO2, tank to wake) and by the emission factor of the trade lane (CO2e, well to wake). Also returns the length of the route in nautical miles, its passages and legs; `method` explains each number. Multiply by the number of TEU for a shipment. An unknown vessel is not an error: its result is null and `method.vessel.reason` says which data is missing; use the result of the trade lane then. Costs credits (`co2.voyage`, 1 by default).",
  input: {
    from: port("The port where the voyage begins."),
    to: port("The port where the voyage ends; another than `from`."),
    imo: optional(
      Schema.Int.annotate({ description: "The IMO number of the vessel, 7 digits. Give exactly one of imo and mmsi." })
    ),
    mmsi: optional(
      Schema.Int.annotate({ description: "The MMSI of the vessel, 9 digits. Give exactly one of imo and mmsi." })
    ),
    speedKnots: optional(
      Schema.Finite.annotate({
        description: `Mean speed at sea in knots, more than 0 and at most ${MAX_SPEED_KNOTS}. Default: the usual speed of the vessel.`
      })
    ),
    cargo: optional(
      oneOf(CargoKind.literals, "The kind of the container: dry, or reefer (refrigerated). Default: dry.")
    ),
    ...routeArguments
  },
  output: () => responseResult("co2.compute"),
  argumentNames: {
    "$.departure.portCode": "from",
    "$.arrival.portCode": "to",
    "$.vessel.imo": "imo",
    "$.vessel.mmsi": "mmsi",
    "$.vessel.speed": "speedKnots",
    "$.options.avoid": "avoid",
    "$.options.require": "require",
    "$.options.cargo": "cargo"
  },
  run: (client, { from, to, imo, mmsi, speedKnots, cargo, avoid, require }) =>
    Effect.map(
      client.co2.compute({
        payload: {
          vessel: present({ imo, mmsi, speed: speedKnots }),
          departure: { portCode: from },
          arrival: { portCode: to },
          options: present({ avoid, require, cargo })
        }
      }),
      (voyage) => {
        const { vesselMethodResult, tradeLaneMethodResult } = voyage.co2EmissionResult
        const { route, vessel, tradeLane } = voyage.method
        return {
          text: [
            `${from} to ${to}: ${voyage.length} nautical miles${route.passages.length === 0 ? "" : ` by ${route.passages.join(", ")}`}.`,
            `By the vessel: ${formatQuantity(vesselMethodResult?.co2Ttw, "t CO2 per TEU, tank to wake")}${"reason" in vessel ? ` (${vessel.reason})` : ""}.`,
            `By the trade lane ${tradeLane.lane}: ${formatQuantity(tradeLaneMethodResult.co2Wtw, "t CO2e per TEU, well to wake")}.`
          ].join("\n"),
          result: voyage
        }
      }
    )
})

const getSeaRoute = makeTool({
  name: "get_sea_route",
  title: "Sea route between two ports",
  description:
    "Returns the shortest navigable sea route between two ports, for a vessel that fits every canal: its length in nautical miles from berth to berth, the canals and straits in the order of use, and the legs. Compare routes with `avoid` and `require`, such as around the Cape of Good Hope without suez. For the emissions, and for a vessel whose size closes canals, call compute_voyage_co2. Costs no credits.",
  input: {
    from: port("The port where the route begins."),
    to: port("The port where the route ends; another than `from`."),
    ...routeArguments
  },
  output: () => responseResult("co2.route"),
  argumentNames: {
    "$.departure.portCode": "from",
    "$.arrival.portCode": "to",
    "$.options.avoid": "avoid",
    "$.options.require": "require"
  },
  run: (client, { from, to, avoid, require }) =>
    Effect.map(
      client.co2.route({
        payload: {
          departure: { portCode: from },
          arrival: { portCode: to },
          options: present({ avoid, require })
        }
      }),
      (route) => ({
        text: `${from} to ${to}: ${route.length} nautical miles${route.passages.length === 0 ? "" : ` by ${route.passages.join(", ")}`}.`,
        result: route
      })
    )
})

/** Voyages between two ports. */
export const voyageTools: ReadonlyArray<AgentTool> = [getSeaRoute, computeVoyageCo2]
