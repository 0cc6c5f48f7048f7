import { assert, describe, it } from "@effect/vitest"
import { vesselEmissions } from "@landfall/core/co2/vessels/VesselEmissions"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { Option, Schema } from "effect"
import { classVessels } from "../../src/vessels/ClassVessels.ts"
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

  it("of a class state an article and its licence", () => {
    assert.isAtLeast(classVessels.length, 50)
    for (const { licence, source, vessel } of classVessels) {
      assert.match(source, /^https:\/\/en\.wikipedia\.org\/wiki\/\S+$/u, vessel.name)
      assert.strictEqual(licence, "CC BY-SA 4.0")
    }
  })

  it("know the capacity of EVER ACE", () => {
    assert.strictEqual(starterVessels.find(({ imo }) => imo === "9893890")?.teu, 23_992)
  })

  it("are all sufficient for a CO2 computation", () => {
    for (const vessel of starterVessels)
      assert.isTrue(Option.isSome(vesselEmissions(vessel, Option.none())), vessel.name)
  })
})
