import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { deriveContainerJourneys, deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import {
  arrives,
  CONTAINER,
  departs,
  discharges,
  gatesIn,
  journeyOf,
  lines,
  loads,
  milestoneOf,
  OTHER_CONTAINER,
  ports
} from "../fixtures.ts"

describe("containers of one shipment", () => {
  const vessel = [
    departs({ port: "CNSHA", date: "01-11", vessel: "ATLAS" }),
    arrives({ port: "NLRTM", date: "02-09", vessel: "ATLAS", is: "EST" })
  ]

  it("a vessel's movement without container concerns every container of the shipment", () => {
    const journeys = deriveJourneys([
      ...vessel,
      gatesIn({ port: "CNSHA", date: "01-09" }),
      gatesIn({ port: "CNSHA", date: "01-09", container: OTHER_CONTAINER })
    ])
    assert.deepStrictEqual(
      journeys.map((journey) => [Option.getOrThrow(journey.container), journey.milestones.length]),
      [
        [CONTAINER, 3],
        [OTHER_CONTAINER, 3]
      ]
    )
  })

  it("a vessel that loaded another container does not take one that is only gated in", () => {
    const [, waiting] = deriveJourneys([
      ...vessel,
      loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS" }),
      gatesIn({ port: "CNSHA", date: "01-09", container: OTHER_CONTAINER })
    ])
    assert.isUndefined(milestoneOf(waiting, "vessel.departure.from.first.pol"))
  })

  it("a vessel's movement that names containers concerns only these", () => {
    const named = vessel.map((event) => ({ ...event, references: [{ type: "EQ", value: OTHER_CONTAINER }] }))
    const [first, second] = deriveJourneys([
      ...named,
      gatesIn({ port: "CNSHA", date: "01-09" }),
      gatesIn({ port: "CNSHA", date: "01-09", container: OTHER_CONTAINER })
    ])
    assert.deepStrictEqual(ports(first), [])
    assert.deepStrictEqual(ports(second), ["first-pol CNSHA", "final-pod NLRTM"])
  })

  it("a container left behind follows the vessel of its own load, not that of the others", () => {
    const [rolled, sailed] = deriveJourneys([
      ...vessel,
      loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS", container: OTHER_CONTAINER }),
      loads({ port: "CNSHA", date: "01-17", vessel: "BOREAS" }),
      departs({ port: "CNSHA", date: "01-18", vessel: "BOREAS" }),
      arrives({ port: "NLRTM", date: "02-16", vessel: "BOREAS", is: "EST" })
    ])
    assert.strictEqual(lines(rolled).at(-1), "vessel.arrival.at.final.pod NLRTM 02-16 EST")
    assert.strictEqual(lines(rolled)[1], "vessel.departure.from.first.pol CNSHA 01-18 ACT")
    assert.strictEqual(lines(sailed).at(-1), "vessel.arrival.at.final.pod NLRTM 02-09 EST")
    assert.strictEqual(lines(sailed)[1], "vessel.departure.from.first.pol CNSHA 01-11 ACT")
  })

  it("a port at which only another container is transhipped is not a transhipment", () => {
    const [ATLAS, BOREAS] = [{ vessel: "ATLAS" }, { vessel: "BOREAS" }]
    const eventsWith = (landed: "ACT" | "PLN") => [
      loads({ port: "CNSHA", date: "01-05", ...ATLAS }),
      loads({ port: "CNSHA", date: "01-05", ...ATLAS, container: OTHER_CONTAINER }),
      departs({ port: "CNSHA", date: "01-05", ...ATLAS }),
      arrives({ port: "SGSIN", date: "01-12", ...ATLAS }),
      discharges({ port: "SGSIN", date: "01-12", ...ATLAS, container: OTHER_CONTAINER }),
      departs({ port: "SGSIN", date: "01-13", ...ATLAS }),
      loads({ port: "SGSIN", date: "01-16", ...BOREAS, container: OTHER_CONTAINER }),
      departs({ port: "SGSIN", date: "01-16", ...BOREAS }),
      arrives({ port: "LKCMB", date: "01-18", is: landed, ...ATLAS }),
      discharges({ port: "LKCMB", date: "01-18", is: landed, ...ATLAS })
    ]
    for (const landed of ["ACT", "PLN"] as const) {
      const journey = deriveJourneys(eventsWith(landed)).find(({ container }) => Option.contains(container, CONTAINER))
      assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "final-pod LKCMB"], landed)
    }
  })

  it("a single rolled container follows the next vessel, even after the planned one sailed", () => {
    const journey = journeyOf([
      loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS", is: "PLN" }),
      ...vessel,
      loads({ port: "CNSHA", date: "01-17", vessel: "BOREAS" }),
      arrives({ port: "NLRTM", date: "02-16", vessel: "BOREAS", is: "PLN" })
    ])
    assert.deepStrictEqual(lines(journey), [
      "container.loaded.at.first.pol CNSHA 01-17 ACT",
      "vessel.arrival.at.final.pod NLRTM 02-16 PLN"
    ])
  })

  it("the movements of a vessel from which the container was rolled do not concern it, even before the next vessel reports", () => {
    const journey = journeyOf([...vessel, loads({ port: "CNSHA", date: "01-17", vessel: "BOREAS" })])
    assert.deepStrictEqual(lines(journey), ["container.loaded.at.first.pol CNSHA 01-17 ACT"])
  })

  it("a container rolled to a later vessel did not leave on the earlier one", () => {
    const journey = journeyOf([
      loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS", is: "EST", created: "01-05T10:00" }),
      ...vessel,
      loads({ port: "CNSHA", date: "01-17", vessel: "BOREAS", is: "EST", created: "01-09T10:00" }),
      arrives({ port: "NLRTM", date: "02-16", vessel: "BOREAS", is: "EST" })
    ])
    assert.deepStrictEqual(lines(journey), [
      "container.loaded.at.first.pol CNSHA 01-17 EST",
      "vessel.arrival.at.final.pod NLRTM 02-16 EST"
    ])
  })

  it("a container discharged before the vessel sails was never loaded", () => {
    const journey = journeyOf([
      loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS" }),
      discharges({ port: "CNSHA", date: "01-10T18:00", vessel: "ATLAS" }),
      ...vessel,
      loads({ port: "CNSHA", date: "01-17", vessel: "BOREAS", is: "PLN" }),
      arrives({ port: "NLRTM", date: "02-16", vessel: "BOREAS", is: "PLN" })
    ])
    assert.deepStrictEqual(lines(journey), [
      "container.loaded.at.first.pol CNSHA 01-17 PLN",
      "vessel.arrival.at.final.pod NLRTM 02-16 PLN"
    ])
  })

  it("a container without own events has the journey of the vessels", () => {
    const [journey] = deriveContainerJourneys(vessel, CONTAINER)
    assert.deepStrictEqual(journey?.container, Option.some(CONTAINER))
    assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "final-pod NLRTM"])
  })
})
