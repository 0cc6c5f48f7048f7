import type { MilestoneType } from "@landfall/core/alerts/EventType"
import { type Instant, instantOf } from "@landfall/core/time/Instant"
import type { JourneyEvent } from "./DcsaEvents.ts"
import { carrierUpdates, type VoyagePlan } from "./Voyage.ts"

/** A milestone as it truly happened. */
export interface TrueMilestone {
  readonly type: MilestoneType
  readonly unlocode: string
  readonly date: Instant
}

/** The ports that the box is loaded or discharged at, in order. */
export const truePorts = ({ legs }: VoyagePlan): ReadonlyArray<string> => [
  legs[0].from.unlocode,
  ...legs.map(({ to }) => to.unlocode)
]

type RoutePosition = "origin" | "first" | "between" | "last" | "destination"

const routePositionOf = (plan: VoyagePlan, unlocode: string): RoutePosition => {
  const index = truePorts(plan).indexOf(unlocode)
  if (index < 0) return unlocode === plan.origin?.unlocode ? "origin" : "destination"
  if (index === 0) return "first"
  return index === plan.legs.length ? "last" : "between"
}

/** What a laden box's happening is called, by where it happens; what is not here is no milestone. */
const MILESTONE_TYPES: Readonly<Record<RoutePosition, Partial<Record<JourneyEvent["code"], MilestoneType>>>> = {
  origin: {
    GTIN: "container.arrival.at.pre.pol",
    LOAD: "container.loaded.at.pre.pol",
    DEPA: "container.departure.from.pre.pol"
  },
  first: {
    GTIN: "container.arrival.at.first.pol",
    LOAD: "container.loaded.at.first.pol",
    DEPA: "vessel.departure.from.first.pol"
  },
  between: {
    ARRI: "vessel.arrival.at.transhipment_port",
    DISC: "container.discharge.at.transhipment_port",
    LOAD: "container.loaded.at.transhipment_port",
    DEPA: "vessel.departure.from.transhipment_port"
  },
  last: {
    ARRI: "vessel.arrival.at.final.pod",
    DISC: "container.discharge.at.final.pod",
    GTOT: "container.departure.from.final.pod"
  },
  destination: {
    ARRI: "container.arrival.at.post.pod",
    DISC: "container.discharge.at.post.pod",
    GTOT: "container.departure.from.post.pod"
  }
}

/** Every milestone of a plan that nothing goes wrong with any more, in order of time. No port is called at twice. */
export const trueMilestones = (plan: VoyagePlan): ReadonlyArray<TrueMilestone> =>
  carrierUpdates(plan)
    .flatMap(({ events }) => events)
    .flatMap(({ classifier, code, date, call, empty }) => {
      const { unlocode } = call.place
      const type =
        classifier === "ACT" && empty !== true ? MILESTONE_TYPES[routePositionOf(plan, unlocode)][code] : undefined
      return type === undefined ? [] : [{ type, unlocode, date: instantOf(date) }]
    })
