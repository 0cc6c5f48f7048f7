import { assert, describe, it } from "@effect/vitest"
import { vesselEmissions } from "@landfall/core/co2/vessels/VesselEmissions"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { Option, Schema } from "effect"
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

  it("are all sufficient for a CO2 computation", () => {
    for (const vessel of starterVessels)
      assert.isTrue(Option.isSome(vesselEmissions(vessel, Option.none())), vessel.name)
  })
})
