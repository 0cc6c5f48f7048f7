import { Option } from "effect"
import type { Instant } from "../../../time/Instant.ts"
import type { Journey } from "../../journey/Journey.ts"
import type { NotifiedState } from "../../shipments/NotifiedState.ts"

const journeyEndOf = (journey: Journey): Instant | undefined =>
  Option.isSome(journey.end) ? journey.end.value.at : undefined

/** Drops the notified state of the container's former trip once the journey is a later one. */
export const dropEarlierTrip = (journey: Journey, container: string, notified: NotifiedState): NotifiedState => {
  const ended = notified.ended[container]
  if (ended === undefined || journeyEndOf(journey) === ended) return notified
  if (Option.isNone(journey.startsAt) || journey.startsAt.value < ended) return notified
  const milestones = new Map([...notified.milestones].filter(([key]) => !key.startsWith(`${container}/`)))
  const { [container]: _, ...others } = notified.ended
  const { [container]: __, ...routes } = notified.courses ?? {}
  const { [container]: ___, ...handling } = notified.handling ?? {}
  const handled = notified.handling === undefined ? {} : { handling }
  return { ...notified, milestones, ended: others, courses: routes, ...handled }
}

/** Records when the container's journey ended, or that it has not. */
export const recordTripEnd = (journey: Journey, container: string, notified: NotifiedState): NotifiedState => {
  const end = journeyEndOf(journey)
  if (notified.ended[container] === end) return notified
  const { [container]: _, ...others } = notified.ended
  return { ...notified, ended: end === undefined ? others : { ...others, [container]: end } }
}

/**
 * The notified state after retractions: `retracted` and `superseded` are keys of milestones that are no longer actual.
 * A superseded one has an alert in its place; the others are known to the endpoint only if `isNotified`.
 */
export const markRetracted = (
  notified: NotifiedState,
  retracted: ReadonlyArray<string>,
  superseded: ReadonlySet<string>,
  isNotified: boolean
): NotifiedState => {
  if (retracted.length === 0 && superseded.size === 0) return notified
  const milestones = new Map(notified.milestones)
  for (const key of retracted) {
    const previous = milestones.get(key)
    const isKnown = isNotified || superseded.has(key)
    if (previous !== undefined)
      milestones.set(key, { ...previous, retracted: true, actual: isKnown ? null : previous.actual })
  }
  for (const key of superseded) {
    const previous = milestones.get(key)
    if (previous === undefined) continue
    const { alert: _, ...others } = previous
    milestones.set(key, others)
  }
  return { ...notified, milestones }
}
