const DAY_MILLIS = 86_400_000

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", second: "2-digit" })
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" })
const dayOfYear = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit"
})
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" })

const HALF_YEAR_MILLIS = 182 * DAY_MILLIS

type Form = "auto" | "date" | "minute"

const formatterOf = (instant: number, form: Form): Intl.DateTimeFormat => {
  if (form === "date") return date
  if (form === "minute") return dayOfYear
  const age = Math.abs(Date.now() - instant)
  if (age < DAY_MILLIS / 2) return clock
  return age < HALF_YEAR_MILLIS ? day : dayOfYear
}

interface TimeProps {
  /** ISO 8601. */
  readonly at: string
  /** `date`: the day alone. `minute`: always day and time. */
  readonly form?: Form
}

/** An instant in the zone of the viewer, with UTC on hover. */
export const Time = ({ at, form = "auto" }: TimeProps) => {
  const instant = Date.parse(at)
  if (Number.isNaN(instant)) return <span>{at}</span>
  const utc = new Date(instant)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC")
  return (
    <time dateTime={at} title={utc} className="nowrap">
      {formatterOf(instant, form).format(instant)}
    </time>
  )
}
