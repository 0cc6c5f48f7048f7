import { VesselType } from "@landfall/core/vessels/VesselType"
import { Effect } from "effect"
import { type AgentTool, makeTool } from "./AgentTool.ts"
import { instant, iterator, limit, oneOf, optional, port, present, text } from "./ToolArguments.ts"
import { responseResult } from "./ToolSchemas.ts"

const DEFAULT_PORTS = 10

const searchPorts = makeTool({
  name: "search_ports",
  title: "Search ports",
  description:
    "Finds sea ports by name or UN/LOCODE, best match first. Call it before every tool that takes a port, unless the user gave a UN/LOCODE. A port marked `inland` exists, but no sea-going vessel reaches it: use the sea port of its cargo. Positions are in degrees (WGS 84). Costs no credits.",
  input: {
    search: text(
      "The name of a port, its UN/LOCODE, or the beginning of either. Case and diacritics are ignored.",
      100
    ),
    limit: limit(DEFAULT_PORTS, 50),
    iterator
  },
  output: () => responseResult("ports.list"),
  run: (client, { search, limit = DEFAULT_PORTS, iterator }) =>
    Effect.map(client.ports.list({ query: { search, limit, ...present({ iterator }) } }), (page) => ({
      text:
        page.data.length === 0
          ? `No port matches ${JSON.stringify(search)}. Try another spelling, or the nearest large port.`
          : page.data
              .map(({ code, name, country, inland }) => `${code} ${name} (${country})${inland ? ", inland" : ""}`)
              .join("\n"),
      result: page
    }))
})

const percent = (value: number): string => `${value} %`

const getPortCongestion = makeTool({
  name: "get_port_congestion",
  title: "Congestion of a port",
  description:
    "Returns how congested a port is, with the evidence: berth occupation in percent (above 100 when more vessels are at berth than the capacity) and its difference from the port's own mean in percentage points, times in port in hours, and the number of vessels in port, for all commercial vessels, cargo vessels, tankers and ro-ros. `quality` states the data behind the figures: samples, berth capacity, confidence, time of the last position. An unknown figure is null, and `quality.unknown` gives the reason: report it as unknown, never as zero. For the port calls behind the figures call list_port_calls. Costs credits (`congestion.port`, 1 by default); a port without data costs none.",
  input: {
    port: port("The port."),
    vesselType: optional(
      oneOf(VesselType.literals, "Limits the breakdowns to one type of vessel, beside all commercial vessels.")
    ),
    asOf: optional(instant("Returns the figures at this past instant. Default: now."))
  },
  output: () => responseResult("portCongestion.get"),
  argumentNames: { "path.portCode": "port", "query.asOf": "asOf" },
  run: (client, { port, vesselType, asOf }) =>
    Effect.map(
      client.portCongestion.get({ params: { portCode: port }, query: present({ vesselType, asOf }) }),
      (figures) => {
        const { rateOccupation, vesselsInPortCount, time, quality } = figures
        const occupation = rateOccupation.commercialVessels
        const gap = occupation?.rateOccupationGapWithMean
        const median = time.timeInPortStatistics?.median
        const unknown = quality.unknown.map(({ figure, reason }) => `${figure}: ${reason}`)
        return {
          text: [
            `${figures.portCode} at ${quality.asOf}, confidence ${quality.confidence}:`,
            `berth occupation ${occupation === null ? "unknown" : percent(occupation.rateOccupationPercentage)}${typeof gap === "number" ? ` (${gap >= 0 ? "+" : ""}${gap} percentage points against its mean)` : ""}`,
            `vessels in port ${vesselsInPortCount.commercialVessels ?? "unknown"}`,
            `median time in port ${median === undefined ? "unknown" : `${median} h`}`,
            ...(unknown.length === 0 ? [] : [`unknown: ${unknown.join(", ")}`])
          ].join("\n"),
          result: figures
        }
      }
    )
})

const DEFAULT_CALLS = 20

const listPortCalls = makeTool({
  name: "list_port_calls",
  title: "Port calls behind the congestion of a port",
  description:
    "Lists the port calls that the congestion figures of a port are computed from, oldest first: vessel, start and end, hours in port, and each stay at a berth or an anchorage with its evidence. Use it to explain or verify get_port_congestion; pass the same `asOf` to get the calls as they were then. Costs credits for each page (`congestion.calls`, 5 by default).",
  input: {
    port: port("The port."),
    from: optional(instant("Returns calls in progress at or after this instant. Default: 30 days before `to`.")),
    to: optional(instant("Returns calls in progress at or before this instant. Default: `asOf`, or now.")),
    asOf: optional(instant("Returns the calls as they were at this past instant. Default: now.")),
    limit: limit(DEFAULT_CALLS),
    iterator
  },
  output: () => responseResult("portCongestion.calls"),
  argumentNames: { "path.portCode": "port", "query.from": "from", "query.to": "to", "query.asOf": "asOf" },
  run: (client, { port, limit = DEFAULT_CALLS, from, to, asOf, iterator }) =>
    Effect.map(
      client.portCongestion.calls({
        params: { portCode: port },
        query: { limit, ...present({ from, to, asOf, iterator }) }
      }),
      (page) => ({
        text: `${page.data.length} port calls of ${port}, ${page.data.filter(({ endTime }) => endTime === null).length} of them in progress.${page.done ? "" : " There are more: call again with `iterator`."}`,
        result: page
      })
    )
})

/** Ports and their congestion. */
export const portTools: ReadonlyArray<AgentTool> = [searchPorts, getPortCongestion, listPortCalls]
