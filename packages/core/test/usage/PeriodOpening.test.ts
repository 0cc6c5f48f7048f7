import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Schema } from "effect"
import { MAX_PERIOD_CREDITS } from "../../src/usage/Credits.ts"
import { type OpeningRequest, openPeriod } from "../../src/usage/PeriodOpening.ts"
import { accountIdOf, periodOf } from "./Periods.ts"

const utc = (iso: string): DateTime.Utc => DateTime.makeUnsafe(iso)
const MARCH = utc("2026-03-10T00:00:00Z")
const APRIL = utc("2026-04-10T00:00:00Z")
const JUNE = utc("2026-06-30T23:59:59.999Z")

const open = (request: Partial<OpeningRequest>) =>
  openPeriod({
    accountId: accountIdOf(1),
    at: APRIL,
    monthlyCredits: Option.some(100),
    newest: undefined,
    carryOver: false,
    ...request
  })

const summary = ({ opened }: ReturnType<typeof openPeriod>) =>
  opened.map(({ startsAt, granted, carriedOver }) => [
    DateTime.formatIsoDateUtc(startsAt),
    Number(granted),
    ...(carriedOver ? ["carried over"] : [])
  ])

const upTo = (maximum: number) => Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum })))

describe("the opening of a credit period", () => {
  it("grants the monthly credits, and nothing without them", () => {
    assert.deepStrictEqual(summary(open({})), [["2026-04-01", 100]])
    assert.deepStrictEqual(summary(open({ monthlyCredits: Option.none() })), [])
  })

  it("without monthly credits is possible for a top-up", () => {
    assert.deepStrictEqual(summary(open({ monthlyCredits: Option.none(), always: true })), [["2026-04-01", 0]])
  })

  it("lets unused credits expire unless they are carried over", () => {
    const newest = periodOf(1, MARCH, 100, { consumed: 40 })
    assert.deepStrictEqual(summary(open({ newest })), [["2026-04-01", 100]])
    assert.isUndefined(open({ newest }).closed)
    const carried = open({ newest, carryOver: true })
    assert.deepStrictEqual(summary(carried), [["2026-04-01", 160]])
    assert.isTrue(carried.closed?.carriedOver)
    assert.strictEqual(carried.closed?.consumed, newest.consumed)
  })

  it("carries topped-up credits over too, even when the account receives no monthly credits any more", () => {
    const newest = periodOf(1, MARCH, 0, { toppedUp: 30, consumed: 10 })
    assert.deepStrictEqual(summary(open({ newest, carryOver: true, monthlyCredits: Option.none() })), [
      ["2026-04-01", 20]
    ])
  })

  it("opens every month since the newest period, so that a month without calls loses nothing", () => {
    const newest = periodOf(1, MARCH, 100, { consumed: 90 })
    assert.deepStrictEqual(summary(open({ at: JUNE, newest, carryOver: true })), [
      ["2026-04-01", 110, "carried over"],
      ["2026-05-01", 210, "carried over"],
      ["2026-06-01", 310]
    ])
  })

  it("of a month before the newest period carries nothing over", () => {
    const newest = periodOf(1, APRIL, 100)
    const opening = open({ at: MARCH, newest, carryOver: true })
    assert.deepStrictEqual(summary(opening), [["2026-03-01", 100]])
    assert.isUndefined(opening.closed)
  })

  it("never grants more than a period can hold", () => {
    const newest = periodOf(1, MARCH, MAX_PERIOD_CREDITS)
    assert.deepStrictEqual(summary(open({ newest, carryOver: true })), [["2026-04-01", MAX_PERIOD_CREDITS]])
  })

  it.effect.prop(
    "carries over exactly the grants of all months and what the newest period has left",
    [upTo(24), upTo(1000), upTo(1000), upTo(1000)],
    ([months, monthly, granted, spent]) =>
      Effect.sync(() => {
        const newest = periodOf(1, MARCH, granted, { consumed: Math.min(spent, granted) })
        const at = DateTime.add(MARCH, { months: months + 1 })
        const { opened } = open({ at, newest, carryOver: true, monthlyCredits: Option.some(monthly) })
        assert.strictEqual(opened.length, months + 1)
        assert.strictEqual(Number(opened.at(-1)?.granted), granted - Math.min(spent, granted) + (months + 1) * monthly)
      })
  )
})
