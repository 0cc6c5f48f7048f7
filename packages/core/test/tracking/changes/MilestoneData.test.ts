import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option, Schema } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { ShipmentId } from "../../../src/alerts/ShipmentId.ts"
import { type FindPlace, findNoPlace, type PlaceDetails } from "../../../src/geo/PlaceDirectory.ts"
import { Latitude, Longitude, Position } from "../../../src/geo/Position.ts"
import { diffJourneys, initialNotifiedState } from "../../../src/tracking/changes/JourneyDiff.ts"
import {
  AddedData,
  addedData,
  DateChangeData,
  MilestoneData,
  milestoneAlertData
} from "../../../src/tracking/changes/MilestoneData.ts"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import { JourneyView, journeyView } from "../../../src/tracking/journey/JourneyView.ts"
import { NOTHING_NOTIFIED } from "../../../src/tracking/shipments/NotifiedState.ts"
import type { Shipment } from "../../../src/tracking/shipments/Shipment.ts"
import { anyEvents } from "../eventArbitrary.ts"
import { arrives, CONTAINER, loads, on, transhipment } from "../fixtures.ts"

const at = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

const shipment: Shipment = {
  id: ShipmentId.make("shp_01"),
  accountId: AccountId.make("acc_01"),
  number: CONTAINER,
  type: Option.some("CT"),
  sealine: Option.none(),
  reference: Option.some("order 7"),
  metadata: Option.some({ lane: "Asia-Europe" }),
  status: "tracking",
  stopReason: Option.none(),
  trackedSince: at,
  completedAt: Option.none(),
  reviewAt: Option.none(),
  createdAt: at,
  updatedAt: at,
  sequence: 0
}

const terms = { thresholdHours: 24, registeredAt: on("01-01"), firstResponse: false }
const PLACES: Readonly<Partial<Record<string, PlaceDetails>>> = {
  CNTAO: {
    name: "Qingdao",
    timeZone: "Asia/Shanghai",
    position: Position.make({ latitude: Latitude.make(36.08), longitude: Longitude.make(120.3) })
  },
  NLRTM: { timeZone: "Europe/Amsterdam" }
}

const findPlace: FindPlace = (unlocode) => PLACES[unlocode] ?? {}

const unknownJourney = { journey: undefined, findPlace }

const strict = { onExcessProperty: "error" } as const

describe("the data of alerts", () => {
  it("of a milestone contains the rule, the source event and its receipt", () => {
    const event = {
      ...loads({ port: "CNTAO", date: "01-11T06:00", vessel: "KALINA", received: "01-11T09:00" }),
      sourceEventId: Option.some("e-1"),
      isoType: "45G1",
      seals: ["ML-UA0012345"]
    }
    const arrival = arrives({ port: "NLRTM", date: "02-20T21:30", vessel: "KALINA", is: "EST" })
    const [journey] = deriveJourneys([event, arrival])
    const context = { journey, findPlace }
    const [alert] = diffJourneys(journey === undefined ? [] : [journey], NOTHING_NOTIFIED, terms).alerts
    assert.isTrue(alert !== undefined)
    assert.deepStrictEqual(alert && milestoneAlertData(shipment, alert, 7, context), {
      shipment: {
        id: "shp_01",
        number: CONTAINER,
        type: "CT",
        sealine: null,
        reference: "order 7",
        metadata: { lane: "Asia-Europe" }
      },
      container: CONTAINER,
      milestone: "container.loaded.at.first.pol",
      location: {
        unlocode: "CNTAO",
        name: "Qingdao",
        facility: null,
        timeZone: "Asia/Shanghai",
        position: { latitude: 36.08, longitude: 120.3 }
      },
      date: "2026-01-11T06:00:00.000Z",
      localDate: "2026-01-11T14:00:00.000+08:00",
      classifier: "ACT",
      planned: null,
      vessel: { imo: null, name: "KALINA", voyage: "KAL1" },
      rule: "load-at-first-outbound-port",
      equipment: { isoType: "45G1", seals: ["ML-UA0012345"] },
      journey: {
        pol: { unlocode: "CNTAO", name: "Qingdao" },
        pod: { unlocode: "NLRTM", name: null },
        departure: null,
        eta: { date: "2026-02-20T21:30:00.000Z", localDate: "2026-02-20T22:30:00.000+01:00", classifier: "EST" }
      },
      sourceEvent: {
        id: "e-1",
        receivedAt: "2026-01-11T09:00:00.000Z",
        createdAt: null,
        delayReason: null,
        remark: null
      },
      sequence: 7
    })
  })

  it("of a changed date contains previous, current and initial date, hours and direction", () => {
    const eta = (date: string, created: string) =>
      arrives({ port: "PLGDN", date, vessel: "MONICA", is: "EST", created })
    const soFar = [...transhipment().slice(0, 7), eta("03-13", "02-01T10:00")]
    const notified = initialNotifiedState(deriveJourneys(soFar), on("01-01"))
    const [alert] = diffJourneys(deriveJourneys([...soFar, eta("03-11", "02-02T10:00")]), notified, terms).alerts
    const data =
      alert === undefined
        ? undefined
        : Schema.decodeUnknownSync(DateChangeData)(milestoneAlertData(shipment, alert, 8, unknownJourney), strict)
    assert.strictEqual(alert?.type, "date.changed.vessel.arrival.at.final.pod")
    assert.deepStrictEqual(
      [
        data?.previous,
        data?.current,
        data?.initial,
        data?.hours,
        data?.direction,
        data?.classifier,
        data?.thresholdHours
      ],
      ["2026-03-13T00:00:00.000Z", "2026-03-11T00:00:00.000Z", "2026-03-13T00:00:00.000Z", -48, "earlier", "EST", 24]
    )
  })

  it("of a registration contains the journey so far", () => {
    const data = addedData(shipment, deriveJourneys(transhipment()), 1, findNoPlace)
    assert.deepStrictEqual(Schema.decodeUnknownSync(AddedData)(data, strict), data)
    assert.strictEqual(data.journeys[0]?.milestones.length, 10)
    assert.deepStrictEqual(
      data.journeys[0]?.legs.map((leg) => [leg.from?.unlocode, leg.to?.unlocode]),
      [
        ["CNTAO", "CNNGB"],
        ["CNNGB", "PLGDN"]
      ]
    )
  })

  it.prop("matches its schema for any journey", [anyEvents], ([events]) => {
    for (const alert of diffJourneys(deriveJourneys(events), NOTHING_NOTIFIED, terms).alerts) {
      const schema = alert._tag === "DateChanged" ? DateChangeData : MilestoneData
      const data = milestoneAlertData(shipment, alert, 1, unknownJourney)
      assert.deepStrictEqual(Schema.decodeUnknownSync(schema)(data, strict), data)
    }
  })

  it.prop("contains journeys as JSON that matches their schema", [anyEvents], ([events]) => {
    for (const journey of deriveJourneys(events)) {
      const view = journeyView(journey)
      assert.deepStrictEqual(Schema.decodeUnknownSync(JourneyView)(JSON.parse(JSON.stringify(view)), strict), view)
    }
  })
})
