import { formatCount } from "@landfall/core/listing/Count"
import { Predicate } from "effect"

/** The value at a path of keys in JSON from outside; undefined when it does not exist. */
const propertyAt = (value: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>((inner, key) => (Predicate.hasProperty(inner, key) ? inner[key] : undefined), value)

const toText = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

const toMinuteText = (value: unknown): string => toText(value).replace("T", " ").slice(0, 16)

/**
 * An alert as one line for a person: its type, the container, the place, the vessel and the dates, or the remaining
 * credits.
 */
export const summariseAlert = (body: unknown): string => {
  const data = propertyAt(body, "data")
  const type = toText(propertyAt(body, "type")) || "(no type)"
  const container = toText(propertyAt(data, "container")) || toText(propertyAt(data, "shipment", "number"))
  const place = toText(propertyAt(data, "location", "name")) || toText(propertyAt(data, "location", "unlocode"))
  const vessel = toText(propertyAt(data, "vessel", "name"))
  const previous = propertyAt(data, "previous")
  const hours = Number(propertyAt(data, "hours"))
  const dates =
    previous === undefined
      ? toMinuteText(propertyAt(data, "date"))
      : `${toMinuteText(previous)} → ${toMinuteText(propertyAt(data, "current"))} (${hours > 0 ? "+" : ""}${hours} h)`
  const journeys = propertyAt(data, "journeys")
  const milestones = Array.isArray(journeys)
    ? `${formatCount(journeys.flatMap((journey) => propertyAt(journey, "milestones") ?? []).length, "milestone")} known`
    : ""
  const credits = propertyAt(data, "credits")
  const remaining =
    typeof credits === "number" ? `${credits} of ${toText(propertyAt(data, "creditsInitial"))} credits left` : ""
  const example = propertyAt(data, "example") === true ? "example" : ""
  return [type, container, place, vessel, dates, milestones, remaining, example]
    .filter((part) => part !== "")
    .join(" · ")
}
