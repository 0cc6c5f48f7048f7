import { useSyncExternalStore } from "react"
import { instantInUtc } from "../text/Instants.ts"

const MINUTE_MILLIS = 60_000
const HOUR_MILLIS = 60 * MINUTE_MILLIS
const DAY_MILLIS = 24 * HOUR_MILLIS

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
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" })

const HALF_YEAR_MILLIS = 182 * DAY_MILLIS

type Form = "auto" | "date" | "minute" | "ago"

const isToday = (instant: number): boolean => new Date(instant).toDateString() === new Date().toDateString()

/** How long ago an instant is; one of more than a day ago by its date. */
const agoText = (instant: number, now: number): string => {
  const age = now - instant
  if (age >= DAY_MILLIS || age < -MINUTE_MILLIS) return formatterOf(instant, "auto").format(instant)
  if (age < MINUTE_MILLIS) return ago.format(0, "second")
  if (age < HOUR_MILLIS) return ago.format(-Math.floor(age / MINUTE_MILLIS), "minute")
  return ago.format(-Math.floor(age / HOUR_MILLIS), "hour")
}

const formatterOf = (instant: number, form: Form): Intl.DateTimeFormat => {
  if (form === "date") return date
  if (form === "minute") return dayOfYear
  if (isToday(instant)) return clock
  return Math.abs(Date.now() - instant) < HALF_YEAR_MILLIS ? day : dayOfYear
}

/** The current minute, so that ages stay current. */
const followMinutes = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE_MILLIS / 2)
  return () => clearInterval(timer)
}
const currentMinute = () => Math.floor(Date.now() / MINUTE_MILLIS)

const Ago = ({ instant }: { readonly instant: number }) => {
  const minute = useSyncExternalStore(followMinutes, currentMinute)
  return agoText(instant, Math.max(minute * MINUTE_MILLIS, Date.now()))
}

interface TimeProps {
  /** ISO 8601. */
  readonly at: string
  /** `date`: the day alone. `minute`: always day and time. `ago`: how long ago, within a day. */
  readonly form?: Form
}

/** An instant in the zone of the viewer, with UTC on hover. */
export const Time = ({ at, form = "auto" }: TimeProps) => {
  const instant = Date.parse(at)
  if (Number.isNaN(instant)) return <span>{at}</span>
  return (
    <time dateTime={at} title={instantInUtc(instant)} className="nowrap">
      {form === "ago" ? <Ago instant={instant} /> : formatterOf(instant, form).format(instant)}
    </time>
  )
}
