import { Predicate } from "effect"

/** The compared part of an alert: its type, its place, and by how many hours a date changed. */
export interface AlertDigest {
  readonly type: string
  readonly place: string
  readonly hours: number | undefined
  readonly example: boolean
}

const expectAlert = (type: string, place = "", hours?: number): AlertDigest => ({ type, place, hours, example: false })

/** The type that is sent as an example at the end. */
export const EXAMPLE_TYPE = "container.departure.from.post.pod"

/**
 * The expected alerts in the order of the journey. The vessel is 25 hours late at first, and then 23 hours more: the
 * second delay sends no alert, because the dates differ by less than a day from those in the last alert.
 */
export const EXPECTED_ALERTS: ReadonlyArray<AlertDigest> = [
  expectAlert("shipment.added.to.endpoint"),
  expectAlert("container.arrival.at.first.pol", "CNSHA"),
  expectAlert("container.loaded.at.first.pol", "CNSHA"),
  expectAlert("vessel.departure.from.first.pol", "CNSHA"),
  expectAlert("vessel.arrival.at.transhipment_port", "SGSIN"),
  expectAlert("container.discharge.at.transhipment_port", "SGSIN"),
  expectAlert("container.loaded.at.transhipment_port", "SGSIN"),
  expectAlert("vessel.departure.from.transhipment_port", "SGSIN"),
  expectAlert("date.changed.vessel.arrival.at.final.pod", "DEHAM", 25),
  expectAlert("date.changed.container.discharge.at.final.pod", "DEHAM", 25),
  expectAlert("vessel.arrival.at.final.pod", "DEHAM"),
  expectAlert("container.discharge.at.final.pod", "DEHAM"),
  expectAlert("container.departure.from.final.pod", "DEHAM"),
  { type: EXAMPLE_TYPE, place: "DEDUI", hours: undefined, example: true }
]

const propertyAt = (value: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>((inner, key) => (Predicate.hasProperty(inner, key) ? inner[key] : undefined), value)

/** The digest of a verified payload. */
export const digestOf = (payload: unknown): AlertDigest => {
  const hours = propertyAt(payload, "data", "hours")
  return {
    type: String(propertyAt(payload, "type")),
    place: String(propertyAt(payload, "data", "location", "unlocode") ?? ""),
    hours: typeof hours === "number" ? hours : undefined,
    example: propertyAt(payload, "data", "example") === true
  }
}

/** The sequence number of an alert within its shipment; examples are last. */
export const sequenceOf = (payload: unknown): number =>
  propertyAt(payload, "data", "example") === true
    ? Number.MAX_SAFE_INTEGER
    : Number(propertyAt(payload, "data", "sequence"))

const digestText = ({ type, place, hours, example }: AlertDigest): string =>
  [type, place, hours === undefined ? "" : `${hours} h`, example ? "(example)" : ""]
    .filter((part) => part !== "")
    .join(" ")

/** The differences from the expected alerts, one line each: missing, unexpected, or in the wrong order. */
export const compareAlerts = (arrived: ReadonlyArray<AlertDigest>): ReadonlyArray<string> => {
  const actual = arrived.map(digestText)
  const expected = EXPECTED_ALERTS.map(digestText)
  const missing = [...expected]
  const surplus = actual.filter((line) => {
    const index = missing.indexOf(line)
    if (index >= 0) missing.splice(index, 1)
    return index < 0
  })
  const disorder =
    missing.length === 0 && surplus.length === 0 && actual.some((line, index) => line !== expected[index])
  return [
    ...missing.map((line) => `missing: ${line}`),
    ...surplus.map((line) => `not expected: ${line}`),
    ...(disorder ? ["data.sequence does not follow the journey"] : [])
  ]
}
