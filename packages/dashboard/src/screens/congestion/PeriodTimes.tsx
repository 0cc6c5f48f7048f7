import { Status } from "../../components/Feedback.tsx"
import type { Tone } from "../../components/Tone.ts"
import { messages } from "../../text/messages.ts"
import type { PeriodTimes, TimesClass } from "./CongestionQueries.ts"

export const VESSEL_CLASSES: ReadonlyArray<TimesClass> = ["commercialVessels", "cargo", "tanker", "roro"]

/** The lengths of the periods in days, as the contract has them. */
export const PERIODS = ["7", "30"] as const
export type Period = (typeof PERIODS)[number]

export type TimeKind = "berth" | "waiting"

export const hoursText = (hours: number | null): string => (hours === null ? "–" : messages.congestion.hours(hours))

export const periodOf = (periods: ReadonlyArray<PeriodTimes>, period: Period): PeriodTimes | undefined =>
  periods.find(({ days }) => String(days) === period)

const TREND_TONES: Readonly<Record<PeriodTimes["trend"], Tone>> = {
  longer: "warn",
  shorter: "good",
  unclear: "idle",
  unknown: "idle"
}

/** The change of a time from the period before; its colour shows whether it is certain. */
export const TimesChange = ({ times }: { readonly times: PeriodTimes | undefined }) =>
  times === undefined || times.change === null ? (
    <span className="muted">–</span>
  ) : (
    <Status tone={TREND_TONES[times.trend]}>{messages.congestion.times.change(times.change.hours)}</Status>
  )
