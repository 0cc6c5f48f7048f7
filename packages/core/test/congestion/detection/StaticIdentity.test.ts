import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { EMPTY_PROFILE, updateStaticProfile } from "../../../src/congestion/detection/StaticProfile.ts"
import { AisShipType, type StaticReport } from "../../../src/congestion/detection/VesselReport.ts"
import { HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import { ImoNumber } from "../../../src/vessels/ImoNumber.ts"
import { MmsiInteger } from "../../../src/vessels/Mmsi.ts"

const START = Date.UTC(2026, 2, 3)

const reportOf = (hours: number, imo: string | null, name: string, shipType: number): StaticReport => ({
  _tag: "StaticReport",
  mmsi: MmsiInteger.make(244_660_000),
  at: Instant.make(START + hours * HOUR_MILLIS),
  clock: "source",
  source: "test",
  imo: Option.map(Option.fromNullOr(imo), (number) => ImoNumber.make(number)),
  name: Option.some(name),
  callSign: Option.none(),
  shipType: Option.some(AisShipType.make(shipType)),
  length: Option.none(),
  beam: Option.none(),
  draught: Option.none(),
  destination: Option.none()
})

const CARGO = (hours: number) => reportOf(hours, "9706906", "BOXES", 70)
const TANKER = (hours: number) => reportOf(hours, "9074729", "CRUDE", 80)

const profileAfter = (...reports: ReadonlyArray<StaticReport>) => {
  const { imo, name, shipType } = reports.reduce(updateStaticProfile, EMPTY_PROFILE)
  return [imo, name, shipType]
}

describe("the static data of two vessels with one MMSI", () => {
  it("is that of the first, while its IMO number is reported", () => {
    expect(profileAfter(CARGO(0), TANKER(1), CARGO(2), TANKER(25))).toEqual(["9706906", "BOXES", 70])
    expect(updateStaticProfile(updateStaticProfile(EMPTY_PROFILE, CARGO(0)), TANKER(1)).imo).toBe("9706906")
  })

  it("is that of the other from a day after the last report of the first, without anything of the first", () => {
    const profile = [{ ...CARGO(0), destination: Option.some("NLRTM") }, TANKER(24)].reduce(
      updateStaticProfile,
      EMPTY_PROFILE
    )
    expect([profile.imo, profile.name, profile.shipType, profile.destination]).toEqual(["9074729", "CRUDE", 80, null])
  })

  it("does not change with a report without an IMO number, which adds what is unknown", () => {
    expect(profileAfter(CARGO(0), reportOf(1, null, "TUG", 52))).toEqual(["9706906", "BOXES", 70])
    const nameless = { ...CARGO(0), name: Option.none() }
    expect(profileAfter(nameless, reportOf(1, null, "BOXES", 52))).toEqual(["9706906", "BOXES", 70])
    expect(profileAfter(reportOf(0, null, "TUG", 52), reportOf(1, null, "BARGE", 70))).toEqual([null, "BARGE", 70])
  })
})
