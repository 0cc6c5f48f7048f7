import { describe, expect, it } from "@effect/vitest"
import { Arbitrary, Result, Schema } from "effect"
import { describeFault } from "../../src/faults/Fault.ts"
import { parse } from "../../src/faults/Parse.ts"
import { ImoNumber, imoCheckDigit } from "../../src/vessels/ImoNumber.ts"
import { Mmsi } from "../../src/vessels/Mmsi.ts"
import { mergeVessel, Vessel, VesselParticulars } from "../../src/vessels/Vessel.ts"
import { reconcileVessels } from "../../src/vessels/VesselRegistry.ts"

const decode = Schema.decodeUnknownSync(Vessel)

const imoOf = (n: number) => ImoNumber.make(`${900_000 + n}${imoCheckDigit(String(900_000 + n))}`)
const mmsiOf = (n: number) => Mmsi.make(String(211_000_000 + n))

const Few = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))

/** Vessels with numbers from a small set, so that their numbers collide. */
const collidingVessels: Arbitrary.Arbitrary<Vessel> = Arbitrary.map(
  Arbitrary.schema(
    Schema.Struct({
      particulars: VesselParticulars,
      imo: Few,
      mmsi: Few,
      given: Schema.Literals(["imo", "mmsi", "both"])
    })
  ),
  ({ particulars, imo, mmsi, given: registered }) => ({
    ...particulars,
    ...(registered === "mmsi" ? {} : { imo: imoOf(imo) }),
    ...(registered === "imo" ? {} : { mmsi: mmsiOf(mmsi) })
  })
)

const numbersOf = (vessels: ReadonlyArray<Vessel>) => vessels.flatMap(({ imo, mmsi }) => [imo ?? [], mmsi ?? []].flat())

describe("a vessel", () => {
  it("reports every fault of its record", () => {
    const parsed = parse(Vessel)({ teu: -1, beamM: "wide", reported: { year: 1066 } })
    expect(Result.isFailure(parsed) && parsed.failure.map((fault) => describeFault(fault))).toEqual([
      "$.teu must be a capacity in TEU: 1 to 50000, got -1",
      '$.beamM must be a number, got "wide"',
      "$.reported.co2KgPerNauticalMile is missing; it must be a number",
      "$.reported.year must be a year from 1990 to 2100, got 1066",
      "$ must have an imo or an mmsi"
    ])
  })

  it.prop(
    "has the latest value of each property, and retains earlier ones that the latest record lacks",
    [collidingVessels, collidingVessels],
    ([before, since]) => {
      const { reported: _, ...retained } = mergeVessel(before, since)
      const { reported: __, ...first } = before
      const { reported: ___, ...second } = since
      expect(retained).toEqual({ ...first, ...second })
    }
  )

  it("retains the report of the later year", () => {
    const of = (year: number | undefined, co2KgPerNauticalMile: number) =>
      decode({ imo: imoOf(1), reported: { co2KgPerNauticalMile, ...(year === undefined ? {} : { year }) } })
    const reportedCo2 = (before: Vessel, since: Vessel) => mergeVessel(before, since).reported?.co2KgPerNauticalMile
    expect(reportedCo2(of(2020, 1), of(2019, 2))).toBe(1)
    expect(reportedCo2(of(2019, 1), of(2020, 2))).toBe(2)
    expect(reportedCo2(of(2020, 1), of(2020, 2))).toBe(2)
    expect(reportedCo2(of(2020, 1), of(undefined, 2))).toBe(2)
  })
})

describe("reconciled vessels", () => {
  it.prop(
    "have each number once, and lose only numbers that passed to another vessel",
    [Arbitrary.array(collidingVessels, { maxLength: 8 })],
    ([records]) => {
      const numbers = numbersOf(reconcileVessels([], records))
      expect(new Set(numbers).size).toBe(numbers.length)
      const imos = new Set(records.flatMap(({ imo }) => imo ?? []))
      for (const imo of imos) expect(numbers).toContain(imo)
    }
  )

  it.prop(
    "are the same after one batch or two",
    [Arbitrary.array(collidingVessels, { maxLength: 5 }), Arbitrary.array(collidingVessels, { maxLength: 5 })],
    ([first, second]) => {
      const byNumber = (vessels: ReadonlyArray<Vessel>) =>
        new Set(
          vessels.map((vessel) => JSON.stringify(Object.entries(vessel).toSorted(([a], [b]) => (a < b ? -1 : 1))))
        )
      expect(byNumber(reconcileVessels(reconcileVessels([], first), second))).toEqual(
        byNumber(reconcileVessels([], [...first, ...second]))
      )
    }
  )
})
