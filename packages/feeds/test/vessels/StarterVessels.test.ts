import { assert, describe, it } from "@effect/vitest"
import { vesselEmissions } from "@landfall/core/co2/vessels/VesselEmissions"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { Option, Schema } from "effect"
import { classVessels } from "../../src/vessels/register/ClassVessels.ts"
import { STARTER_SOURCES, starterVessels } from "../../src/vessels/StarterVessels.ts"

describe("the vessels of a new installation", () => {
  it("are valid vessels without duplicates", () => {
    for (const vessel of starterVessels) assert.isTrue(Schema.is(Vessel)(vessel), vessel.name)
    assert.strictEqual(new Set(starterVessels.map(({ imo }) => imo)).size, starterVessels.length)
    const mmsis = starterVessels.flatMap(({ mmsi }) => mmsi ?? [])
    assert.strictEqual(new Set(mmsis).size, mmsis.length)
  })

  it("have a source for each of their particulars", () => {
    const particulars = new Set(starterVessels.flatMap((vessel) => Object.keys(vessel)))
    assert.sameMembers(Object.keys(STARTER_SOURCES), [...particulars])
  })

  it("of a class state a page and its terms of use", () => {
    assert.isAtLeast(classVessels.length, 290)
    for (const { identitySource, licence, source, vessel } of classVessels) {
      assert.match(source, /^https?:\/\/\S+$/u, vessel.name)
      assert.match(identitySource, /^https?:\/\/\S+/u, vessel.name)
      const isWikipedia = source.startsWith("https://en.wikipedia.org/")
      assert.strictEqual(licence === "CC BY-SA 4.0", isWikipedia, source)
    }
  })

  it("have a capacity that fits the tonnage: 9.4 to 12.6 gross tons per TEU", () => {
    for (const { grossTonnage, name, teu = 0 } of starterVessels)
      if (grossTonnage !== undefined) {
        assert.isAtLeast(grossTonnage / teu, 9.4, name)
        assert.isAtMost(grossTonnage / teu, 12.6, name)
      }
  })

  it("have the capacity of their tonnage alone within 14 %, and within 6 % in the median", () => {
    const errors = classVessels.flatMap(({ vessel }) => {
      if (vessel.grossTonnage === undefined || vessel.teu === undefined) return []
      const { teu, ...withoutCapacity } = vessel
      const estimate = Option.getOrThrow(vesselEmissions(withoutCapacity, Option.none())).basis.modelVessel.teu
      const error = Math.abs(estimate / teu - 1)
      // The farthest are the EMMA MAERSK class, whose owner stated fewer TEU than others count for such a vessel.
      assert.isBelow(error, 0.14, vessel.name)
      return [error]
    })
    assert.isBelow(errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)] ?? 1, 0.06)
  })

  it("know the capacity of EVER ACE", () => {
    assert.strictEqual(starterVessels.find(({ imo }) => imo === "9893890")?.teu, 23_992)
  })

  it("are all sufficient for a CO2 computation", () => {
    for (const vessel of starterVessels)
      assert.isTrue(Option.isSome(vesselEmissions(vessel, Option.none())), vessel.name)
  })
})
