import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { totalCo2PerMile } from "../../../src/co2/vessels/EmissionModel.ts"
import { vesselEmissions } from "../../../src/co2/vessels/VesselEmissions.ts"
import { Knots } from "../../../src/vessels/Knots.ts"
import { Speeds, vesselOf, vessels } from "../vesselArbitraries.ts"

const at = (particulars: Readonly<Record<string, unknown>>, knots?: number) =>
  Option.getOrThrow(vesselEmissions(vesselOf(particulars), Option.fromUndefinedOr(knots)))

const EVER = { grossTonnage: 219_079, teu: 20_124, yearBuilt: 2018, engineKw: 59_300 }
const reported = (co2KgPerNauticalMile: number, meanSpeedKnots?: number) => ({
  co2KgPerNauticalMile,
  year: 2020,
  ...(meanSpeedKnots === undefined ? {} : { meanSpeedKnots })
})

describe("the emissions of a vessel", () => {
  it("at its reported speed are four fifths of the difference from the model to the report, in logarithms", () => {
    const usual = totalCo2PerMile(at(EVER, 17.13).perMile)
    for (const ratio of [0.7, 1, 1.3]) {
      const emissions = at({ ...EVER, reported: reported(usual * ratio, 17.13) }, 17.13)
      expect(totalCo2PerMile(emissions.perMile)).toBeCloseTo(usual * ratio ** 0.8, 9)
      expect(emissions.basis.source).toBe("reported")
    }
  })

  it("state the correction by a report", () => {
    const usual = totalCo2PerMile(at(EVER, 17).perMile)
    expect(at({ ...EVER, reported: reported(Math.round(usual * 1.3), 17) }).basis.assumptions.at(-1)).toMatch(
      /^the report of 2020, \d+ kg per nautical mile, is 1\.30 times the modelled value: the model is multiplied by 1\.23$/u
    )
  })

  it("use the speed of the class for a report with an implausible mean speed, with an assumption that states so", () => {
    const slow = at({ ...EVER, reported: reported(1100, 3) })
    expect(slow.speedSource).toBe("sizeClass")
    expect(slow.basis.assumptions.at(-1)).toBe(
      "the reported mean speed of 3 kn is implausible: 16.8 kn, the mean of the size class, is used"
    )
    expect(totalCo2PerMile(slow.perMile)).toBe(totalCo2PerMile(at({ ...EVER, reported: reported(1100) }).perMile))
  })

  it.prop("increase with the speed with a calibration as without one", [Speeds], ([knots]) => {
    const ratio = (particulars: typeof EVER) =>
      totalCo2PerMile(at(particulars, knots).perMile) / totalCo2PerMile(at(particulars, 15).perMile)
    const calibrated = { ...EVER, reported: reported(1200, 16) }
    expect(ratio(calibrated)).toBeCloseTo(ratio(EVER), 9)
  })

  it("are based on the vessel's own size where it is known, and on its class where only its capacity is", () => {
    expect(at({ grossTonnage: 98_000 }).basis.source).toBe("particulars")
    expect(at({ lengthM: 335, beamM: 45, draughtM: 14 }).basis.source).toBe("particulars")
    expect(at({ teu: 9000 }).basis.source).toBe("sizeClass")
    expect(at({ teu: 9000 }).basis.assumptions).toContain("hull of 99700 GT, usual for the capacity")
  })

  it("list the figures that are not the vessel's own", () => {
    expect(at({ grossTonnage: 98_000 }).basis.assumptions).toEqual([
      "capacity of 8849 TEU, usual for the hull",
      "main engine of 61000 kW, of the class 8000-11999 TEU",
      "built in 2010, the median of the vessels in service",
      "main engine power of 0.9 times the usual one, from the reports of 7 vessels of this tonnage",
      "generators and boilers of the class 8000-11999 TEU",
      "a length of 335 m and a beam of 45 m for canal limits, of the class 8000-11999 TEU"
    ])
    expect(at({ ...EVER, grossTonnage: 205_000, lengthM: 400, beamM: 58.8 }).basis.assumptions).toEqual([
      "generators and boilers of the class 20000+ TEU"
    ])
  })

  it("list the dimensions of the class that canal limits apply to, where the vessel's own are unknown", () => {
    const forCanals = (particulars: object) =>
      at({ ...EVER, ...particulars }).basis.assumptions.filter((phrase) => phrase.includes("for canal limits"))
    expect(forCanals({ lengthM: 400 })).toEqual(["a beam of 60 m for canal limits, of the class 20000+ TEU"])
    expect(forCanals({ beamM: 58.8 })).toEqual(["a length of 400 m for canal limits, of the class 20000+ TEU"])
    expect(forCanals({ lengthM: 400, beamM: 58.8 })).toEqual([])
    const byReportAlone = at({ reported: reported(850, 15.5) })
    expect(byReportAlone.basis.assumptions.filter((phrase) => phrase.includes("canals"))).toEqual([])
  })

  it("ignore an implausible report, with an assumption that states so", () => {
    const emissions = at({ ...EVER, reported: reported(12, 16) }, 16)
    expect(emissions.basis.source).toBe("particulars")
    expect(emissions.basis.assumptions.at(-1)).toMatch(
      /^the report of 2020, 12 kg per nautical mile, is ignored: it is 0\.01\d* times the modelled value$/u
    )
    expect(totalCo2PerMile(emissions.perMile)).toBe(totalCo2PerMile(at(EVER, 16).perMile))
  })

  it("of a vessel with only a report are the reported ones, of a vessel of the size with these emissions", () => {
    const emissions = at({ reported: reported(850, 15.5) }, 15.5)
    expect(totalCo2PerMile(emissions.perMile)).toBeCloseTo(850, 6)
    expect(emissions.basis.source).toBe("reported")
    expect(emissions.basis.modelVessel.teu).toBeGreaterThan(6000)
    expect(emissions.basis.modelVessel.teu).toBeLessThan(14_000)
  })

  it("of such a vessel with a report beyond all sizes are by the nearest size, with an assumption that states so", () => {
    expect(at({ reported: reported(3000) }).basis.assumptions[0]).toBe(
      "hull of 260000 GT, the size closest to the report: no size of vessel has such emissions"
    )
  })

  it("are unknown for a vessel without size and report, and for one whose report fits no size", () => {
    for (const particulars of [
      { name: "X", engineKw: 9000 },
      { beamM: 40 },
      { reported: reported(9900, 15) },
      { reported: reported(2, 15) }
    ]) {
      expect(Option.isNone(vesselEmissions(vesselOf(particulars), Option.none()))).toBe(true)
    }
  })

  it("are based on length and beam, or on the length, where no more is known", () => {
    const hull = at({ lengthM: 335, beamM: 45 }).basis
    expect(hull.source).toBe("particulars")
    expect(Math.abs(hull.modelVessel.grossTonnage / 98_000 - 1)).toBeLessThan(0.2)
    const length = at({ lengthM: 335 }).basis
    expect(length.source).toBe("sizeClass")
    expect(length.assumptions).toContain("hull of 98000 GT, usual for the length")
  })

  it("list the values outside the range of the reported vessels, and the unlikely combinations", () => {
    expect(at({ grossTonnage: 500_000 }).basis.assumptions.at(-1)).toBe(
      "500000 GT is outside the range of the container vessels with reports: the model is extrapolated"
    )
    for (const [grossTonnage, isExpected] of [
      [6453, true],
      [6454, false],
      [237_200, false],
      [237_201, true]
    ] as const) {
      const hasAssumption = at({ grossTonnage }).basis.assumptions.some((phrase) =>
        phrase.includes("is outside the range of the container vessels")
      )
      expect([grossTonnage, hasAssumption]).toEqual([grossTonnage, isExpected])
    }
    expect(at({ grossTonnage: 10_000, teu: 20_000 }).basis.assumptions.at(-1)).toBe(
      "20000 TEU is an unusual capacity for 10000 GT; check both"
    )
    expect(at({ ...EVER, engineKw: 20_000 }, 24).basis.assumptions.at(-1)).toMatch(
      /^24 kn requires \d+ kW, more than the 20000 kW of the main engine$/u
    )
  })

  it("are at the requested speed, else the service speed, else the reported one, else that of the class, up to 25 knots", () => {
    const report = { reported: reported(1058.33, 17.13) }
    const speed = (particulars: object, knots?: number) => {
      const { speedKnots, speedSource } = at({ ...EVER, ...particulars }, knots)
      return [speedKnots, speedSource]
    }
    expect(speed({ ...report, serviceSpeedKnots: 21 }, 13)).toEqual([13, "request"])
    expect(speed({ ...report, serviceSpeedKnots: 21 })).toEqual([21, "service"])
    expect(speed(report)).toEqual([17.13, "reported"])
    expect(speed({})).toEqual([16.8, "sizeClass"])
    expect(speed({ serviceSpeedKnots: 26 })).toEqual([Knots.make(25), "service"])
    expect(at({ ...EVER, serviceSpeedKnots: 26 }).speedMethod).toBe(
      "service speed of the vessel, 26 kn; limited to 25 kn, the highest supported speed"
    )
    expect(at(EVER, 30).speedMethod).toBe("requested speed; limited to 25 kn, the highest supported speed")
  })

  it("are at the mean speed over the route where canals limit the speed, unless a speed is requested", () => {
    const route = { lengthNm: 2000, passages: ["gibraltar", "suez"] } as const
    const vessel = vesselOf({ ...EVER, serviceSpeedKnots: 18 })
    const through = Option.getOrThrow(vesselEmissions(vessel, Option.none(), route))
    expect(through.speedKnots).toBe(17.04)
    expect(through.speedMethod).toBe("service speed of the vessel, 18 kn; 104 nm of the Suez Canal at 8.6 kn")
    expect(through.perMile).toEqual(at({ ...EVER, serviceSpeedKnots: 18 }, 17.04).perMile)
    const fixed = Option.getOrThrow(vesselEmissions(vessel, Option.some(18), route))
    expect([fixed.speedKnots, fixed.speedMethod]).toEqual([18, "requested speed"])
  })

  it("are at a speed above 0, however low the vessel's own is", () => {
    expect(at({ ...EVER, serviceSpeedKnots: 0.001 }).speedKnots).toBe(0.01)
  })

  it("are finite at any speed that can be requested", () => {
    for (const knots of [Number.MIN_VALUE, 0.05, 0.1, 25]) {
      expect(Number.isFinite(totalCo2PerMile(at(EVER, knots).perMile))).toBe(true)
    }
  })

  it.prop("are finite and more than 0 for any particulars and any speed", [vessels, Speeds], ([vessel, knots]) => {
    const size = vessel.grossTonnage ?? vessel.teu ?? vessel.lengthM
    const emissions = vesselEmissions(vessel, Option.some(knots))
    if (size !== undefined) expect(Option.isSome(emissions)).toBe(true)
    if (Option.isSome(emissions)) {
      const total = totalCo2PerMile(emissions.value.perMile)
      expect(Number.isFinite(total) && total > 0).toBe(true)
    }
  })
})
