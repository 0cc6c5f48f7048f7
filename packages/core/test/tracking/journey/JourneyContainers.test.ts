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
  OTHER_CONTAINER,
  ports
} from "../fixtures.ts"

describe("containers of one shipment", () => {
  const ship = [
    departs({ port: "CNSHA", date: "01-11", ship: "ATLAS" }),
    arrives({ port: "NLRTM", date: "02-09", ship: "ATLAS", is: "EST" })
  ]

  it("a ship's movement without container concerns every container of the shipment", () => {
    const journeys = deriveJourneys([
      ...ship,
      loads({ port: "CNSHA", date: "01-10", ship: "ATLAS" }),
      gatesIn({ port: "CNSHA", date: "01-09", box: OTHER_CONTAINER })
    ])
    assert.deepStrictEqual(
      journeys.map((journey) => [Option.getOrThrow(journey.container), journey.milestones.length]),
      [
        [CONTAINER, 3],
        [OTHER_CONTAINER, 3]
      ]
    )
  })

  it("a ship's movement that names containers concerns only these", () => {
    const named = ship.map((event) => ({ ...event, references: [{ type: "EQ", value: OTHER_CONTAINER }] }))
    const [first, second] = deriveJourneys([
      ...named,
      gatesIn({ port: "CNSHA", date: "01-09" }),
      gatesIn({ port: "CNSHA", date: "01-09", box: OTHER_CONTAINER })
    ])
    assert.deepStrictEqual(ports(first), [])
    assert.deepStrictEqual(ports(second), ["first-pol CNSHA", "final-pod NLRTM"])
  })

  it("a container left behind follows the ship of its own load, not that of the others", () => {
    const [rolled, sailed] = deriveJourneys([
      ...ship,
      loads({ port: "CNSHA", date: "01-10", ship: "ATLAS", box: OTHER_CONTAINER }),
      loads({ port: "CNSHA", date: "01-17", ship: "BOREAS" }),
      departs({ port: "CNSHA", date: "01-18", ship: "BOREAS" }),
      arrives({ port: "NLRTM", date: "02-16", ship: "BOREAS", is: "EST" })
    ])
    assert.strictEqual(lines(rolled).at(-1), "vessel.arrival.at.final.pod NLRTM 02-16 EST")
    assert.strictEqual(lines(rolled)[1], "vessel.departure.from.first.pol CNSHA 01-18 ACT")
    assert.strictEqual(lines(sailed).at(-1), "vessel.arrival.at.final.pod NLRTM 02-09 EST")
    assert.strictEqual(lines(sailed)[1], "vessel.departure.from.first.pol CNSHA 01-11 ACT")
  })

  it("a port at which only another container is transhipped is no transhipment", () => {
    const [ATLAS, BOREAS] = [{ ship: "ATLAS" }, { ship: "BOREAS" }]
    const eventsWith = (landed: "ACT" | "PLN") => [
      loads({ port: "CNSHA", date: "01-05", ...ATLAS }),
      loads({ port: "CNSHA", date: "01-05", ...ATLAS, box: OTHER_CONTAINER }),
      departs({ port: "CNSHA", date: "01-05", ...ATLAS }),
      arrives({ port: "SGSIN", date: "01-12", ...ATLAS }),
      discharges({ port: "SGSIN", date: "01-12", ...ATLAS, box: OTHER_CONTAINER }),
      departs({ port: "SGSIN", date: "01-13", ...ATLAS }),
      loads({ port: "SGSIN", date: "01-16", ...BOREAS, box: OTHER_CONTAINER }),
      departs({ port: "SGSIN", date: "01-16", ...BOREAS }),
      arrives({ port: "LKCMB", date: "01-18", is: landed, ...ATLAS }),
      discharges({ port: "LKCMB", date: "01-18", is: landed, ...ATLAS })
    ]
    for (const landed of ["ACT", "PLN"] as const) {
      const journey = deriveJourneys(eventsWith(landed)).find(({ container }) => Option.contains(container, CONTAINER))
      assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "final-pod LKCMB"], landed)
    }
  })

  it("a single container that missed its ship follows the next, even after the first sailed", () => {
    const journey = journeyOf([
      loads({ port: "CNSHA", date: "01-10", ship: "ATLAS", is: "PLN" }),
      ...ship,
      loads({ port: "CNSHA", date: "01-17", ship: "BOREAS" }),
      arrives({ port: "NLRTM", date: "02-16", ship: "BOREAS", is: "PLN" })
    ])
    assert.deepStrictEqual(lines(journey), [
      "container.loaded.at.first.pol CNSHA 01-17 ACT",
      "vessel.arrival.at.final.pod NLRTM 02-16 PLN"
    ])
  })

  it("the movements of a missed ship do not concern the container, even before the next ship reports", () => {
    const journey = journeyOf([...ship, loads({ port: "CNSHA", date: "01-17", ship: "BOREAS" })])
    assert.deepStrictEqual(lines(journey), ["container.loaded.at.first.pol CNSHA 01-17 ACT"])
  })

  it("a container rolled to a later ship did not leave on the earlier one", () => {
    const journey = journeyOf([
      loads({ port: "CNSHA", date: "01-10", ship: "ATLAS", is: "EST", created: "01-05T10:00" }),
      ...ship,
      loads({ port: "CNSHA", date: "01-17", ship: "BOREAS", is: "EST", created: "01-09T10:00" }),
      arrives({ port: "NLRTM", date: "02-16", ship: "BOREAS", is: "EST" })
    ])
    assert.deepStrictEqual(lines(journey), [
      "container.loaded.at.first.pol CNSHA 01-17 EST",
      "vessel.arrival.at.final.pod NLRTM 02-16 EST"
    ])
  })

  it("a container discharged before the ship sails was never loaded", () => {
    const journey = journeyOf([
      loads({ port: "CNSHA", date: "01-10", ship: "ATLAS" }),
      discharges({ port: "CNSHA", date: "01-10T18:00", ship: "ATLAS" }),
      ...ship,
      loads({ port: "CNSHA", date: "01-17", ship: "BOREAS", is: "PLN" }),
      arrives({ port: "NLRTM", date: "02-16", ship: "BOREAS", is: "PLN" })
    ])
    assert.deepStrictEqual(lines(journey), [
      "container.loaded.at.first.pol CNSHA 01-17 PLN",
      "vessel.arrival.at.final.pod NLRTM 02-16 PLN"
    ])
  })

  it("a container without own events has the journey of the ships", () => {
    const [journey] = deriveContainerJourneys(ship, CONTAINER)
    assert.deepStrictEqual(journey?.container, Option.some(CONTAINER))
    assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "final-pod NLRTM"])
  })
})
