import { assert, describe, it } from "@effect/vitest"
import { zonesInUse } from "@landfall/core/congestion/zones/DefaultPortAreas"
import { makeZoneIndex, zonesAt } from "@landfall/core/congestion/zones/ZoneIndex"
import { Latitude, Longitude } from "@landfall/core/geo/Position"
import { loadPortAreas } from "../../src/areas/BundledPortAreas.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"
import { COAST_PLACES } from "./coastPlaces.ts"
import { UNITED_STATES_PLACES } from "./unitedStatesPlaces.ts"
import { WORLD_ANCHORAGES } from "./worldAnchorages.ts"
import { WORLD_PLACES } from "./worldPlaces.ts"

const index = makeZoneIndex(zonesInUse(loadPorts().ports.values(), loadPortAreas(), []))

const placesOf = (table: string) =>
  table
    .trim()
    .split("\n")
    .map((line) => {
      const [code = "", latitude, longitude, ...name] = line.split(" ")
      const position = { latitude: Latitude.make(Number(latitude)), longitude: Longitude.make(Number(longitude)) }
      const zones = zonesAt(index, position).filter(({ source }) => source === "curated")
      return { code, name: name.join(" "), ports: zones.flatMap(({ ports }) => ports) }
    })

describe("the curated areas contain", () => {
  it("the terminals of each port", () => {
    const terminals = [UNITED_STATES_PLACES, COAST_PLACES, WORLD_PLACES]
      .flatMap(placesOf)
      .filter(({ code }) => code !== "A")
    assert.isAbove(terminals.length, 400)
    for (const { code, name, ports } of terminals) assert.include(ports, code, name)
  })

  it("anchorages, of the United States above all", () => {
    const anchorages = [UNITED_STATES_PLACES, COAST_PLACES, WORLD_ANCHORAGES]
      .flatMap(placesOf)
      .filter(({ code }) => code === "A")
    assert.isAbove(anchorages.length, 550)
    for (const { name, ports } of anchorages) assert.isAbove(ports.length, 0, name)
  })
})
