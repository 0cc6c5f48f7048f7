import { Schema } from "effect"
import { type Instant, isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { isActual, type Milestone } from "../journey/Milestone.ts"
import type { NotifiedDate, NotifiedState } from "../shipments/NotifiedState.ts"
import { PortVisitView } from "./AlertFields.ts"

/** An alert that an endpoint was sent and that is no longer right. */
export interface SupersededAlert {
  /** The id of its message. */
  readonly id: string
  readonly type: string
  /** The key of its milestone. */
  readonly key: string
  readonly date: Instant
}

export const SupersededView = Schema.Struct({
  id: Schema.String.annotate({ description: "The `webhook-id` of the wrong alert." }),
  type: Schema.String.annotate({ description: "The type of the wrong alert." }),
  location: PortVisitView,
  date: IsoDateTime.annotate({ description: "The date that the wrong alert stated." })
}).annotate({ identifier: "SupersededAlert" })

/** The milestone of a key, and its place as alerts contain it. */
export const milestonePlace = (key: string) => {
  const [, milestone = "", unlocode = "", visit] = key.split("/")
  return { milestone, location: { unlocode, visit: Number(visit) } }
}

export const supersededView = ({ id, type, key, date }: SupersededAlert) => ({
  id,
  type,
  location: milestonePlace(key).location,
  date: isoOf(date)
})

/** The last alert about a milestone, if it stated an actual date. */
export const actualAlertOf = (key: string, { alert }: NotifiedDate): SupersededAlert | undefined =>
  alert?.actual === true ? { id: alert.id, type: alert.type, key, date: alert.date } : undefined

/** An alert that can take the place of another. */
interface Successor {
  readonly type: string
  readonly milestone: Pick<Milestone, "key" | "type">
  readonly supersedes?: SupersededAlert
}

/** The move, without the role of the place: `container.discharge` of `container.discharge.at.final.pod`. */
const moveOf = (type: string): string => type.replace(/\.(?:at|from)\..*/, "")

/** How well an alert takes the place of a wrong one: 2 the same move at the same port, 1 the same milestone elsewhere, 0 not. */
const fitOf = (wrong: SupersededAlert, { milestone }: Successor): number => {
  const [before, after] = [milestonePlace(wrong.key), milestonePlace(milestone.key)]
  if (wrong.key === milestone.key) return 0
  if (before.location.unlocode === after.location.unlocode && moveOf(before.milestone) === moveOf(after.milestone))
    return 2
  return before.milestone === after.milestone ? 1 : 0
}

const bestSuccessor = <Alert extends Successor>(
  wrong: SupersededAlert,
  alerts: ReadonlyArray<Alert>
): Alert | undefined => {
  const fits = (fit: number) => (alert: Alert) => alert.supersedes === undefined && fitOf(wrong, alert) === fit
  for (const fit of [2, 1]) {
    const fitting = alerts.filter(fits(fit))
    const best = fitting.find(({ type, milestone }) => type === milestone.type) ?? fitting[0]
    if (best !== undefined) return best
  }
  return undefined
}

/** The alerts about one container that are no longer right, and that no other alert has superseded. */
const wrongAlertsOf = (
  container: string,
  { milestones }: NotifiedState,
  current: ReadonlyMap<string, Milestone>
): ReadonlyArray<SupersededAlert> => {
  const wrong: Array<SupersededAlert> = []
  for (const [key, { alert }] of milestones) {
    if (alert === undefined || !key.startsWith(`${container}/`)) continue
    const milestone = current.get(key)
    const { id, type, date, actual } = alert
    const isRight = milestone !== undefined && (isActual(milestone) || !actual)
    if (!isRight) wrong.push({ id, type, key, date })
  }
  return wrong
}

export interface Supersession<Alert> {
  readonly alerts: ReadonlyArray<Alert>
  /** The keys of the milestones whose alert was superseded. */
  readonly superseded: ReadonlySet<string>
}

/**
 * Finds the wrong alert that each new alert about a container takes the place of. Pure.
 *
 * @param notified with the alerts that the endpoint was sent before
 * @param receives whether the endpoint receives a type
 */
export const supersedeAlerts = <Alert extends Successor>(
  container: string,
  alerts: ReadonlyArray<Alert>,
  notified: NotifiedState,
  current: ReadonlyMap<string, Milestone>,
  receives: (type: string) => boolean
): Supersession<Alert> => {
  let remaining = alerts
  const superseded = new Set(alerts.flatMap(({ supersedes }) => (supersedes === undefined ? [] : [supersedes.key])))
  if (!alerts.some(({ type }) => receives(type))) return { alerts, superseded }
  for (const wrong of wrongAlertsOf(container, notified, current)) {
    if (superseded.has(wrong.key) || !receives(wrong.type)) continue
    const successor = bestSuccessor(
      wrong,
      remaining.filter(({ type }) => receives(type))
    )
    if (successor === undefined) continue
    superseded.add(wrong.key)
    remaining = remaining.map((alert) => (alert === successor ? { ...alert, supersedes: wrong } : alert))
  }
  return { alerts: remaining, superseded }
}
