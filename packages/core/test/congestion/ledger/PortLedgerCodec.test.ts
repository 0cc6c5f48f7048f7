import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { BerthHours } from "../../../src/congestion/ledger/BerthHours.ts"
import { ledgerAsOf, PortLedger } from "../../../src/congestion/ledger/PortLedger.ts"
import { decodePortLedger, encodePortLedger } from "../../../src/congestion/ledger/PortLedgerCodec.ts"
import { HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { call, calls, covered, hour, NOW } from "../calls.ts"

const storedAndRead = (ledger: PortLedger): PortLedger =>
  PortLedger.fromContents(Option.getOrThrow(decodePortLedger(encodePortLedger(ledger.contents(NOW)))))

describe("a decoded ledger", () => {
  it.prop("gives the same inputs, now and after calls that end, begin and are corrected", [calls], ([calls]) => {
    const before = ledgerAsOf(covered(90), calls, NOW)
    const after = storedAndRead(before)
    expect(after.inputsAt(NOW)).toEqual(before.inputsAt(NOW))
    const changes = [
      ...before.inputsAt(NOW).open.map((open) => ({ ...open, endedAt: Option.some(hour(1)), lastReceivedAt: hour(1) })),
      ...before.inputsAt(NOW).completed.map((done) => ({ ...done, startedAt: hour(-2000) })),
      call(-3, null, { vessel: 9999 })
    ]
    for (const ledger of [before, after]) {
      ledger.addCoverage(covered(1, 2))
      for (const change of changes) ledger.put(change, Option.none())
    }
    expect(after.inputsAt(hour(2))).toEqual(before.inputsAt(hour(2)))
  })

  it("still lets reported calls supersede detected ones", () => {
    const reported = call(-50, -20, { vessel: 7, source: "report" })
    const after = storedAndRead(ledgerAsOf(covered(90), [reported], NOW))
    after.put(call(-49, -21, { vessel: 7 }), Option.none())
    expect(after.inputsAt(NOW).completed.map(({ source }) => source)).toEqual(["report"])
  })

  it("is absent when the text is of another version, truncated or damaged", () => {
    const text = encodePortLedger(ledgerAsOf(covered(90), [call(-50, -20), call(-5, null)], NOW).contents(NOW))
    expect(Option.isSome(decodePortLedger(text))).toBe(true)
    for (const wrong of ["", "x", `9${text.slice(1)}`, text.slice(0, 40), text.replace(" ", " 1x ")]) {
      expect(decodePortLedger(wrong)).toEqual(Option.none())
    }
  })
})

describe("encoded hours at berth", () => {
  it("hold any number of vessels, and none before 1970", () => {
    const minutes = [0, 1, 59, 0xcfff, 0xd000, 0xffff]
    const hours = new BerthHours()
    for (const [n, want] of minutes.entries()) {
      for (let remaining = want; remaining > 0; remaining -= 60) {
        hours.add(n * HOUR_MILLIS, n * HOUR_MILLIS + Math.min(remaining, 60) * 60_000, 1)
      }
    }
    hours.advance(minutes.length - 1)
    const again = BerthHours.decode(hours.encode())
    const counts = (of: BerthHours) => {
      const tally = new Uint32Array(1100)
      return [of.tally(0, minutes.length, tally), [...tally]]
    }
    expect(counts(again)).toEqual(counts(hours))
    expect(hours.encode().minutes).not.toMatch(/[\p{Cc}\p{Cs}]/u)
  })
})
