import { assert, describe, it } from "@effect/vitest"
import { DayReport } from "../../src/simulate/DayReport.ts"
import { DEFAULT_INSTALLATION, HOUR_MILLIS, sampleOf } from "../../src/simulate/Installation.ts"
import { simulateDay } from "../../src/simulate/Simulation.ts"

const dayOf = (outageMillis: number) => {
  const options = { ...DEFAULT_INSTALLATION, outageMillis, deadPart: 0, sampleEvents: 5_000 }
  const sample = sampleOf(options, 256)
  const report = new DayReport(sample)
  simulateDay(options, sample, report)
  return report.hours()
}

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

describe("the simulated day of a delivery installation", () => {
  it("delivers every event whose receiver responds, and is repeated by its seed", () => {
    const hours = dayOf(0)
    const waiting = hours.at(-1)?.backlog ?? 0
    assert.closeTo(
      sum(hours.map(({ delivered }) => delivered)) + waiting,
      sum(hours.map(({ accepted }) => accepted)),
      sum(hours.map(({ accepted }) => accepted)) / 1e9
    )
    assert.deepStrictEqual(dayOf(0), hours)
  })

  it("builds up a backlog while no worker delivers, and delivers it afterwards", () => {
    const hours = dayOf(HOUR_MILLIS)
    const [before, during] = [hours[11]?.backlog ?? 0, hours[12]?.backlog ?? 0]
    assert.isAbove(during, 100 * Math.max(1, before))
    assert.isBelow(hours[23]?.backlog ?? 0, during / 10)
  })
})
