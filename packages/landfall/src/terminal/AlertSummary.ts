import { Predicate } from "effect"

/** Follows keys into a value from outside; undefined where the way ends. */
const at = (value: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>((inner, key) => (Predicate.hasProperty(inner, key) ? inner[key] : undefined), value)

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

const day = (value: unknown): string => text(value).replace("T", " ").slice(0, 16)

/** What an alert says, as one line for a person: its type, the box, the place and the dates. */
export const summarise = (body: unknown): string => {
  const data = at(body, "data")
  const type = text(at(body, "type")) || "(no type)"
  const box = text(at(data, "container")) || text(at(data, "shipment", "number"))
  const place = text(at(data, "location", "name")) || text(at(data, "location", "unlocode"))
  const vessel = text(at(data, "vessel", "name"))
  const previous = at(data, "previous")
  const hours = Number(at(data, "hours"))
  const dates =
    previous === undefined
      ? day(at(data, "date"))
      : `${day(previous)} → ${day(at(data, "current"))} (${hours > 0 ? "+" : ""}${hours} h)`
  const journeys = at(data, "journeys")
  const known = Array.isArray(journeys)
    ? `${journeys.flatMap((journey) => at(journey, "milestones") ?? []).length} milestones known`
    : ""
  const example = at(data, "example") === true ? "example" : ""
  return [type, box, place, vessel, dates, known, example].filter((part) => part !== "").join(" · ")
}
