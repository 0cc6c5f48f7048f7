import type { JourneyView, MilestoneView } from "@landfall/core/tracking/journey/JourneyView"
import { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { Effect } from "effect"
import { type AgentTool, makeTool, type ToolOutput } from "./AgentTool.ts"
import { iterator, limit, oneOf, optional, present, text } from "./ToolArguments.ts"
import { componentPart, objectResult, responseResult } from "./ToolSchemas.ts"

const DEFAULT_SHIPMENTS = 20

/** More shipments than any number has: the kinds of a number, times its carriers. */
const MAX_OF_NUMBER = 10

const shipmentNumber = text(
  "The number of a container (such as MSKU7194304), a booking or a bill of lading. Case, blanks, hyphens and dots are ignored.",
  100
)

const listShipments = makeTool({
  name: "list_shipments",
  title: "List shipments",
  description:
    "Lists the shipments of the account, newest first: tracked containers, bookings and bills of lading with their ids, status and the caller's reference. Call get_shipment with an id or a number for the journey. Costs no credits.",
  input: { number: optional(shipmentNumber), limit: limit(DEFAULT_SHIPMENTS), iterator },
  output: () => responseResult("shipments.list"),
  argumentNames: { "query.number": "number" },
  run: (client, { limit = DEFAULT_SHIPMENTS, number, iterator }) =>
    Effect.map(client.shipments.list({ query: { limit, ...present({ number, iterator }) } }), (page) => ({
      text:
        page.data.length === 0
          ? "No shipment is listed here."
          : [
              ...page.data.map(({ id, number, status }) => `${id} ${number} ${status}`),
              ...(page.done ? [] : ["There are more: call again with `iterator`."])
            ].join("\n"),
      result: page
    }))
})

const CLASSIFIERS = { ACT: "actual", EST: "estimated", PLN: "planned" } as const

const describeMilestone = ({ milestone, location, date, classifier, vessel }: MilestoneView): string =>
  `${date} ${CLASSIFIERS[classifier]}: ${milestone} at ${location.name ?? location.unlocode} (${location.unlocode})${vessel?.name == null ? "" : `, ${vessel.name}`}`

const describeJourney = ({ container, ended, milestones }: JourneyView): string =>
  [
    `Container ${container ?? "not yet known"}${ended === null ? "" : `, trip ended ${ended.at}`}:`,
    ...milestones.map((milestone) => `- ${describeMilestone(milestone)}`)
  ].join("\n")

const getShipment = makeTool({
  name: "get_shipment",
  title: "Journey of a shipment",
  description:
    "Returns a tracked shipment with its journey, by its id or by its number: each container's ports (first POL, transhipments, final POD), sea legs with vessels, and milestones with their dates. A date is actual (`ACT`, it has happened), estimated (`EST`) or planned (`PLN`); `history` has every date that was reported before. `polling` states when the carrier was last polled and why a poll failed. A number that is not tracked is not an error: `matches` is empty; start tracking with track_shipment, if that tool is offered. Several shipments can have one number (a booking and a bill of lading): then `shipment` is null, and `matches` lists them; call again with an id. Costs no credits.",
  input: { id: optional(text("The id of the shipment, `shp_…`.", 64)), number: optional(shipmentNumber) },
  rule: ({ id, number }) =>
    (id === undefined) === (number === undefined) ? "must have exactly one of id and number" : undefined,
  output: () =>
    objectResult({
      shipment: {
        anyOf: [componentPart("ShipmentJourney"), { type: "null" }],
        description: "The shipment with its journeys; null unless exactly one shipment was found."
      },
      matches: {
        type: "array",
        items: componentPart("Shipment"),
        description: "Every shipment with the number; the shipment itself when it was requested by its id."
      }
    }),
  argumentNames: { "path.id": "id", "query.number": "number" },
  run: Effect.fnUntraced(function* (client, { id, number }) {
    const page =
      number === undefined ? undefined : yield* client.shipments.list({ query: { number, limit: MAX_OF_NUMBER } })
    const matches = page === undefined ? [{ id: id ?? "" }] : page.data
    const [only] = matches
    if (only === undefined || matches.length > 1) {
      const output: ToolOutput = {
        text:
          only === undefined
            ? `${number} is not tracked by this account.`
            : `${matches.length} shipments have the number ${number}: call get_shipment with one of the ids ${matches.map(({ id }) => id).join(", ")}.`,
        result: { shipment: null, matches: page?.data ?? [] }
      }
      return output
    }
    const shipment = yield* client.shipments.get({ params: { id: only.id } })
    const { endpoints: _, polling, journeys, heldEvents, unreadableEvents, ...match } = shipment
    return {
      text: [
        `${shipment.id}: ${shipment.number}, ${shipment.status}${shipment.statusReason === null ? "" : ` (${shipment.statusReason})`}.`,
        ...(journeys.length === 0 ? ["No event of a carrier has been received yet."] : journeys.map(describeJourney)),
        ...(polling.warning === undefined ? [] : ["No configured carrier covers the shipment."]),
        ...(polling.lastError === null ? [] : [`The last poll: ${polling.lastError}`]),
        ...heldEvents.map(
          ({ code, date }) => `The carrier reports ${code} as actual at ${date}, which has no effect before that date.`
        ),
        ...unreadableEvents.map(
          ({ code, reason }) => `The carrier sent ${code ?? "an event"} that cannot be read: ${reason}.`
        )
      ].join("\n"),
      result: { shipment, matches: [match] }
    }
  })
})

const trackShipment = makeTool({
  name: "track_shipment",
  title: "Track a shipment",
  description:
    "Starts to track a container, a booking or a bill of lading, or resumes it. It changes the account and costs credits (`shipment.track`, 10 by default) unless the shipment is tracked already: ask the user first. With `endpointId`, the shipment is also registered on that endpoint, which then receives signed webhooks about it. The journey arrives when its carrier was polled, within minutes: call get_shipment then.",
  access: "write",
  input: {
    number: shipmentNumber,
    type: optional(
      oneOf(
        ReferenceType.literals,
        "The kind of the number: CT container, BK booking, BL bill of lading. Default: CT for a number with the form of a container number, else both BK and BL are tried."
      )
    ),
    sealine: optional(
      text(
        "The SCAC of the carrier, four letters, such as MAEU. Optional for containers; required for bookings and bills of lading.",
        16
      )
    ),
    reference: optional(text("The caller's reference, which every alert repeats.")),
    endpointId: optional(text("The endpoint to notify, `ep_…`; find it with list_endpoints.", 64))
  },
  output: () =>
    objectResult({
      shipmentId: {
        type: ["string", "null"],
        description: "The id of the shipment, for get_shipment; null when the line was rejected."
      },
      number: { type: "string", description: "The number as it is tracked." },
      status: {
        enum: ["tracking", "accepted", "already_tracked", "rejected"],
        description:
          "`tracking`: tracked without an endpoint. `accepted`: registered on the endpoint now. `already_tracked`: registered on it before; nothing was charged. `rejected`: see `reason`; nothing was charged."
      },
      reason: { type: ["string", "null"], description: "Why the line was rejected; null when it was not." }
    }),
  argumentNames: { "$.number": "number", "$.type": "type", "$.sealine": "sealine", "$.reference": "reference" },
  run: Effect.fnUntraced(function* (client, { endpointId, number, type, sealine, reference }) {
    const line = { number, ...present({ type, sealine, reference }) }
    if (endpointId === undefined) {
      const shipment = yield* client.shipments.track({ payload: line })
      const output: ToolOutput = {
        text: `${shipment.number} is tracked as ${shipment.id}.`,
        result: { shipmentId: shipment.id, number: shipment.number, status: "tracking", reason: null }
      }
      return output
    }
    const { results } = yield* client.shipments.easyShipment({ payload: { [endpointId]: { shipments: [line] } } })
    const [tracked] = results
    const status = tracked?.status ?? "rejected"
    const reason = tracked?.reason ?? null
    return {
      isError: status === "rejected",
      text:
        status === "rejected"
          ? `${number} was rejected: ${reason}`
          : `${number} is ${status === "accepted" ? "now" : "already"} registered on ${endpointId} as ${tracked?.shipmentId}.`,
      result: { shipmentId: tracked?.shipmentId ?? null, number: tracked?.number ?? number, status, reason }
    }
  })
})

/** Shipments and their journeys. */
export const shipmentTools: ReadonlyArray<AgentTool> = [listShipments, getShipment, trackShipment]
