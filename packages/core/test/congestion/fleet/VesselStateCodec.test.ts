import { describe, expect, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { newVesselState, type VesselState } from "../../../src/congestion/detection/PortCallDetector.ts"
import { EMPTY_PROFILE } from "../../../src/congestion/detection/StaticProfile.ts"
import { AisShipType } from "../../../src/congestion/detection/VesselReport.ts"
import { decodeVesselState, encodeVesselState } from "../../../src/congestion/fleet/VesselStateCodec.ts"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import { ImoNumber } from "../../../src/vessels/ImoNumber.ts"
import { MMSI, report, runDetection, stationary } from "../tracks.ts"
import { circle, zone } from "../zones.ts"

const AREA = zone("PORT_AREA", "NLRTM", circle(51, 4, 3))

const states: ReadonlyArray<VesselState> = [
  newVesselState(MMSI),
  {
    ...newVesselState(MMSI),
    profile: {
      imo: ImoNumber.make("9706906"),
      imoAt: 1_772_542_800,
      name: 'A "|" B 7',
      shipType: AisShipType.make(70),
      destination: "JP YOK > NLRTM",
      lastPorts: [Unlocode.make("NLRTM"), Unlocode.make("BEANR")],
      cargoStays: 0,
      tankerStays: 0,
      roroStays: 3
    }
  },
  runDetection(stationary(0, 300, 0, 0).map(report), [AREA], 0).state,
  runDetection([...stationary(0, 300, 0, 0, "moored"), ...stationary(2400, 2500, 1.5, 0)].map(report), [AREA], 0).state,
  runDetection(
    [...stationary(0, 60, 30, 0), [62, -300, 0, 0] as const, [4000, 0, 0, 0] as const].map(report),
    [AREA],
    0
  ).state,
  runDetection(stationary(0, 300, 0, 0).map(report), [zone("ANCHORAGE", ["NLRTM", "BEANR"], circle(51, 4, 3))], 0).state
]

describe("the encoded state of a vessel", () => {
  it("decodes to the same state", () => {
    for (const state of states) expect(decodeVesselState(encodeVesselState(state))).toEqual(Option.some(state))
  })

  it("of the version before, without destination and last ports, is read", () => {
    const [bare] = states
    if (bare === undefined) throw new Error("There is no state.")
    const text = encodeVesselState({ ...bare, profile: EMPTY_PROFILE }).replace(/^[^ |]+/u, (number) =>
      number.replace("2", "1")
    )
    expect(Option.map(decodeVesselState(text), ({ mmsi }) => mmsi)).toEqual(Option.some(bare.mmsi))
  })

  it("is rejected when it is truncated, extended or of another version", () => {
    for (const text of states.map(encodeVesselState)) {
      for (let length = 0; length < text.length; length++) {
        const cut = decodeVesselState(text.slice(0, length))
        // A text that is cut within its last number is a valid encoding of another state.
        if (Option.isSome(cut)) expect(encodeVesselState(cut.value)).toBe(text.slice(0, length))
      }
      expect(decodeVesselState(text.replace(/^[^|]*/, "$& 1"))).toEqual(Option.none())
      expect(decodeVesselState(`9${text}`)).toEqual(Option.none())
    }
  })

  it.prop("is rejected for arbitrary text", [Schema.String], ([text]) => {
    expect(decodeVesselState(text)).toEqual(Option.none())
  })
})
