import type { MilestoneType } from "@landfall/core/alerts/EventType"
import { type Instant, instantOf } from "@landfall/core/time/Instant"
import type { JourneyEvent } from "./DcsaEvents.ts"
import { carrierUpdates, type VoyagePlan } from "./Voyage.ts"

/** A milestone with its true date. */
export interface TrueMilestone {
  readonly type: MilestoneType
  readonly unlocode: string
  readonly date: Instant
}

/** The ports at which the container is loaded or discharged, in order. */
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

/** The milestone of a laden container's event, by its position in the route. Other events are not milestones. */
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

/** Every milestone of a plan as it is carried out, in order of date. The plan calls at each port at most once. */
export const trueMilestones = (plan: VoyagePlan): ReadonlyArray<TrueMilestone> =>
  carrierUpdates(plan)
    .flatMap(({ events }) => events)
    .flatMap(({ classifier, code, date, call, empty }) => {
      const { unlocode } = call.place
      const type =
        classifier === "ACT" && empty !== true ? MILESTONE_TYPES[routePositionOf(plan, unlocode)][code] : undefined
      return type === undefined ? [] : [{ type, unlocode, date: instantOf(date) }]
    })
