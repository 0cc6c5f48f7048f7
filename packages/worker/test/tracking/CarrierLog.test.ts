import { assert, describe, it } from "@effect/vitest"
import type { CarrierOutcome } from "@landfall/core/tracking/polling/CarrierHealth"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Effect, Logger, Option, References } from "effect"
import { makeCarrierLog } from "../../src/tracking/CarrierLog.ts"

const MAEU = Scac.make("MAEU")
const HOUR_MILLIS = 3_600_000
const START = Date.parse("2026-03-01T00:00:00Z")

const MESSAGES: Partial<Record<CarrierOutcome, string>> = {
  unauthorised: "MAEU rejected the API keys.",
  unavailable: "MAEU responded with status 500 (server error).",
  throttled: "MAEU responded with status 429; requests to it are paused.",
  unknown_shipment: "MAEU does not know MSKU1234565."
}

/** The lines from level Info that these polls log, each with the hours since the first and its number of requests. */
const linesOf = Effect.fnUntraced(function* (
  ...polls: ReadonlyArray<readonly [hours: number, outcome: CarrierOutcome, requests?: number]>
) {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
  const log = makeCarrierLog()
  yield* Effect.forEach(polls, ([hours, outcome, requests = 1]) =>
    log.record(
      MAEU,
      { outcome, message: Option.fromUndefinedOr(MESSAGES[outcome]) },
      requests,
      START + hours * HOUR_MILLIS
    )
  ).pipe(Effect.provide(Logger.layer([logger])), Effect.provideService(References.MinimumLogLevel, "Info"))
  return lines
})

describe("the log of a carrier", () => {
  it.effect("has no line for polls that succeed, nor for shipments that the carrier does not know", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* linesOf([0, "responded"], [0.1, "unknown_shipment"], [0.2, "responded"]), [])
    })
  )

  it.effect("warns when polls begin to fail, when the reason changes, and once an hour while they fail", () =>
    Effect.gen(function* () {
      const lines = yield* linesOf(
        [0, "responded"],
        [1, "unavailable"],
        [1.1, "unavailable"],
        [1.2, "unauthorised"],
        [1.3, "unauthorised"],
        [2.3, "unauthorised"]
      )
      assert.deepStrictEqual(lines, [
        "Warn MAEU responded with status 500 (server error).",
        "Warn MAEU rejected the API keys.",
        "Warn MAEU rejected the API keys. 5 polls failed since 2026-03-01T01:00:00.000Z."
      ])
    })
  )

  it.effect("states that the carrier responds again, and after how many failed polls", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* linesOf([0, "unavailable"], [1, "unknown_shipment"], [2, "responded"])).slice(1), [
        "Info MAEU responds again after 1 failed poll."
      ])
    })
  )

  it.effect("has one line for a pause that the carrier requires, and none for a query that was never sent", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* linesOf([0, "responded"], [1, "throttled"], [1.1, "throttled"]), [
        "Info MAEU responded with status 429; requests to it are paused."
      ])
      assert.deepStrictEqual(yield* linesOf([0, "responded"], [1, "throttled", 0]), [])
    })
  )
})
