import { DateTime, Option, Schema } from "effect"
import { includesAlerts, type Plan } from "../accounts/Plan.ts"
import type { EndpointId } from "../alerts/EndpointId.ts"
import { CREDITS_EXHAUSTED_EVENT, CREDITS_LOW_EVENT, type CreditEventType } from "../alerts/EventType.ts"
import { type MessageDraft, renderBody, type SkipReason } from "../alerts/Message.ts"
import { IsoDateTime } from "../time/IsoDateTime.ts"
import { ConsumptionPeriod, remainingCredits, totalCredits } from "./ConsumptionPeriod.ts"
import { type CreditLevel, creditLevelOf, EXHAUSTED_LEVEL } from "./CreditLevel.ts"

/** The remaining credits of a period have reached a level that was not notified before. */
export interface CreditNotice {
  /** The period after the debit, with the level as notified. */
  readonly period: ConsumptionPeriod
  readonly level: CreditLevel
}

const notify = (period: ConsumptionPeriod, level: CreditLevel): Option.Option<CreditNotice> =>
  level < period.notifiedLevel
    ? Option.some({ period: new ConsumptionPeriod({ ...period, notifiedLevel: level }), level })
    : Option.none()

/** The notice that a debit causes: the lowest level that was reached, once per period and level. */
export const noticeOfDebit = (period: ConsumptionPeriod): Option.Option<CreditNotice> =>
  notify(period, creditLevelOf(remainingCredits(period), totalCredits(period)))

/** The notice that a rejected debit causes: the credits are exhausted, even if some remain. */
export const noticeOfRejection = (period: ConsumptionPeriod): Option.Option<CreditNotice> =>
  notify(period, EXHAUSTED_LEVEL)

const periodFields = {
  periodId: Schema.String.annotate({
    description: "The credit period, as GET /consumption/current-period returns it."
  }),
  credits: Schema.Int.annotate({ description: "The credits that are left." }),
  creditsInitial: Schema.Int.annotate({ description: "The credits at the start of the period." }),
  creditsToppedUp: Schema.Int.annotate({ description: "The credits that top-ups have added in the period." }),
  periodStart: IsoDateTime,
  periodEnd: IsoDateTime,
  example: Schema.optionalKey(Schema.Literal(true))
}

const CreditsLowData = Schema.Struct({
  levelPercent: Schema.Literals([20, 5]).annotate({
    description: "The level that was reached, in percent of the initial and topped-up credits."
  }),
  ...periodFields
})

/** The schema of `data` by event type. */
export const CREDIT_EVENT_DATA = {
  [CREDITS_LOW_EVENT]: CreditsLowData,
  [CREDITS_EXHAUSTED_EVENT]: Schema.Struct(periodFields)
} satisfies Readonly<Record<CreditEventType, Schema.Top>>

const eventTypeOf = (level: CreditLevel): CreditEventType =>
  level === EXHAUSTED_LEVEL ? CREDITS_EXHAUSTED_EVENT : CREDITS_LOW_EVENT

const dataOf = ({ period, level }: CreditNotice) => ({
  ...(level === EXHAUSTED_LEVEL ? {} : { levelPercent: level }),
  periodId: period.id,
  credits: remainingCredits(period),
  creditsInitial: period.granted,
  creditsToppedUp: period.toppedUp,
  periodStart: DateTime.formatIso(period.startsAt),
  periodEnd: DateTime.formatIso(period.endsAt)
})

/** An endpoint of the account of a notice. */
export interface CreditSubscriber {
  readonly id: EndpointId
  readonly filterTypes: Option.Option<ReadonlyArray<string>>
  readonly disabled: boolean
}

const skipReasonOf = ({ disabled }: CreditSubscriber, plan: Plan): Option.Option<SkipReason> => {
  if (!includesAlerts(plan)) return Option.some("plan")
  return disabled ? Option.some("endpoint_disabled") : Option.none()
}

/** The messages of notices to the endpoints of their account whose filter names the type. */
export const draftCreditMessages = (
  notices: ReadonlyArray<CreditNotice>,
  endpoints: ReadonlyArray<CreditSubscriber>,
  plan: Plan,
  now: DateTime.Utc
): ReadonlyArray<MessageDraft> =>
  notices.flatMap((notice) => {
    const type = eventTypeOf(notice.level)
    const recipients = endpoints
      .filter(({ filterTypes }) => Option.exists(filterTypes, (types) => types.includes(type)))
      .map((endpoint) => ({ endpointId: endpoint.id, skip: skipReasonOf(endpoint, plan) }))
    if (recipients.length === 0) return []
    const body = renderBody(type, now, dataOf(notice))
    return [{ shipmentId: Option.none(), type, body, example: false, recipients }]
  })

/** The `data` of an example of an event type: a month with 10,000 credits and a top-up of 2,000. */
export const exampleCreditData = (type: CreditEventType, now: DateTime.Utc): Readonly<Record<string, unknown>> => {
  const startsAt = DateTime.startOf(now, "month")
  const isLow = type === CREDITS_LOW_EVENT
  return {
    ...(isLow ? { levelPercent: 20 } : {}),
    periodId: "0199a3c8-5d1e-7c40-9b6f-2f1f0c7b9a11",
    credits: isLow ? 2398 : 0,
    creditsInitial: 10_000,
    creditsToppedUp: 2000,
    periodStart: DateTime.formatIso(startsAt),
    periodEnd: DateTime.formatIso(DateTime.add(startsAt, { months: 1 })),
    example: true
  }
}
