import { assert, describe, it } from "@effect/vitest"
import {
  arrives,
  departs,
  directVoyage,
  discharges,
  equipment,
  gatesIn,
  gatesOut,
  journeyOf,
  lines,
  loads,
  milestoneOf,
  ports,
  transhipment
} from "../fixtures.ts"

describe("inland milestones", () => {
  const inland = [
    gatesOut({ port: "CNSZH", date: "01-05", facilityType: "DEPO" }),
    equipment("LOAD", { port: "CNWUX", date: "01-06", mode: "RAIL" }),
    gatesIn({ port: "CNWUX", date: "01-05T12:00", facilityType: "RAMP" }),
    ...directVoyage().slice(0, 7),
    gatesIn({ port: "DEDUI", date: "02-14", facilityType: "RAMP" }),
    equipment("DISC", { port: "DEDUI", date: "02-14T06:00", mode: "RAIL" }),
    gatesOut({ port: "DEDUI", date: "02-15", facilityType: "RAMP" })
  ]

  it("laden movements before the first POL are pre-POL, those after the final POD post-POD", () => {
    const all = lines(journeyOf(inland))
    assert.deepStrictEqual(all.slice(0, 3), [
      "container.departure.from.pre.pol CNSZH 01-05 ACT",
      "container.arrival.at.pre.pol CNWUX 01-05T12:00 ACT",
      "container.loaded.at.pre.pol CNWUX 01-06 ACT"
    ])
    assert.deepStrictEqual(all.slice(-3), [
      "container.arrival.at.post.pod DEDUI 02-14 ACT",
      "container.discharge.at.post.pod DEDUI 02-14T06:00 ACT",
      "container.departure.from.post.pod DEDUI 02-15 ACT"
    ])
  })

  it("a gate-out at the final POD is the departure by any mode", () => {
    for (const mode of ["RAIL", "TRUCK", "BARGE", "VESSEL"] as const) {
      const journey = journeyOf([...directVoyage().slice(0, 6), gatesOut({ port: "NLRTM", date: "02-12", mode })])
      assert.strictEqual(
        milestoneOf(journey, "container.departure.from.final.pod")?.rule,
        "laden-gate-out-at-final-pod"
      )
    }
  })

  it("a train departure from the final POD applies unless a gate-out has a higher classifier", () => {
    const train = departs({ port: "NLRTM", date: "02-13", mode: "RAIL" })
    const alone = milestoneOf(journeyOf([...directVoyage().slice(0, 6), train]), "container.departure.from.final.pod")
    assert.strictEqual(alone?.rule, "inland-departure-from-final-pod")
    const both = milestoneOf(journeyOf([...directVoyage().slice(0, 7), train]), "container.departure.from.final.pod")
    assert.strictEqual(both?.rule, "laden-gate-out-at-final-pod")
  })

  it("empty movements are not milestones", () => {
    const journey = journeyOf([
      equipment("GTOT", { port: "CNSZH", date: "01-02" }, "EMPTY"),
      equipment("LOAD", { port: "CNSZH", date: "01-02T06:00", mode: "TRUCK" }, "EMPTY"),
      ...directVoyage()
    ])
    assert.deepStrictEqual(lines(journey), lines(journeyOf(directVoyage())))
  })

  it("a gate move without LADEN is not a milestone inland, but is one at the ports of the voyage", () => {
    const unsaid = [
      equipment("GTOT", { port: "CNSZH", date: "01-05" }, "MISSING"),
      equipment("GTIN", { port: "CNSHA", date: "01-08" }, "MISSING"),
      ...directVoyage().slice(2, 6),
      equipment("GTOT", { port: "NLRTM", date: "02-12" }, "MISSING")
    ]
    const [first, last] = [lines(journeyOf(unsaid))[0], lines(journeyOf(unsaid)).at(-1)]
    assert.strictEqual(first, "container.arrival.at.first.pol CNSHA 01-08 ACT")
    assert.strictEqual(last, "container.departure.from.final.pod NLRTM 02-12 ACT")
  })

  it("a gate-in at a port that may be the first POL is not a pre-POL arrival", () => {
    const early = gatesIn({ port: "CNSHA", date: "01-08" })
    assert.deepStrictEqual(lines(journeyOf([early])), [])
    assert.deepStrictEqual(
      lines(journeyOf([early, loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS", is: "PLN" })])),
      ["container.arrival.at.first.pol CNSHA 01-08 ACT", "container.loaded.at.first.pol CNSHA 01-10 PLN"]
    )
  })

  it("a gate-out at a port terminal before any vessel is known is not a pre-POL departure", () => {
    assert.deepStrictEqual(lines(journeyOf([gatesOut({ port: "NLRTM", date: "02-12", facilityType: "POTE" })])), [])
    assert.deepStrictEqual(lines(journeyOf([gatesOut({ port: "CNSZH", date: "01-05" })])), [
      "container.departure.from.pre.pol CNSZH 01-05 ACT"
    ])
  })

  it("a truck move between terminals of a transhipment port is not a departure", () => {
    const moved = [
      ...transhipment(),
      gatesOut({ port: "CNNGB", date: "01-19" }),
      gatesIn({ port: "CNNGB", date: "01-19T08:00" })
    ]
    assert.deepStrictEqual(lines(journeyOf(moved)), lines(journeyOf(transhipment())))
  })

  it("a truck move is not a departure while the next vessel is only planned", () => {
    const waiting = [
      ...transhipment().slice(0, 5),
      arrives({ port: "PLGDN", date: "03-13", vessel: "MONICA", is: "PLN" }),
      gatesOut({ port: "CNNGB", date: "01-19" })
    ]
    assert.strictEqual(lines(journeyOf(waiting)).at(-1), "vessel.arrival.at.final.pod PLGDN 03-13 PLN")
  })

  it("inland movements later than an outdated estimate remain before the sea legs", () => {
    const journey = journeyOf([
      gatesOut({ port: "CNSZH", date: "01-12", facilityType: "DEPO" }),
      loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS", is: "EST" }),
      arrives({ port: "NLRTM", date: "02-10", vessel: "ATLAS", is: "PLN" })
    ])
    assert.strictEqual(lines(journey)[0], "container.departure.from.pre.pol CNSZH 01-12 ACT")
  })
})

describe("barges", () => {
  const river = [
    equipment("LOAD", { port: "NLRTM", date: "02-12", mode: "BARGE" }),
    equipment("DISC", { port: "DEDUI", date: "02-13", mode: "BARGE" })
  ]

  it("are inland", () => {
    const journey = journeyOf([...directVoyage().slice(0, 6), ...river])
    assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "final-pod NLRTM"])
    assert.strictEqual(lines(journey).at(-1), "container.discharge.at.post.pod DEDUI 02-13 ACT")
  })

  it("are vessels between two ports at which vessels of the journey call", () => {
    const journey = journeyOf([
      ...directVoyage().slice(0, 6),
      equipment("LOAD", { port: "NLRTM", date: "02-12", mode: "BARGE" }),
      equipment("DISC", { port: "BEANR", date: "02-13", mode: "BARGE" }),
      loads({ port: "BEANR", date: "02-15", vessel: "FEEDER" }),
      discharges({ port: "GBFXT", date: "02-17", vessel: "FEEDER" })
    ])
    assert.deepStrictEqual(ports(journey), [
      "first-pol CNSHA",
      "transhipment NLRTM",
      "transhipment BEANR",
      "final-pod GBFXT"
    ])
  })
})
