import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option, Result, Schema } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { CarrierProfile } from "../../../src/tracking/carriers/CarrierProfile.ts"
import { ShipmentUnknown } from "../../../src/tracking/carriers/TrackingSource.ts"
import { exampleShipment } from "../../../src/tracking/decisions/ExampleAlertData.ts"
import { decideOnPoll } from "../../../src/tracking/polling/PollDecision.ts"
import type { ReferenceType } from "../../../src/tracking/references/ReferenceType.ts"
import { Scac } from "../../../src/tracking/references/Sealine.ts"
import type { Shipment } from "../../../src/tracking/shipments/Shipment.ts"
import { CONTAINER, loads } from "../fixtures.ts"

const HLCU = Scac.make("HLCU")
const ONEY = Scac.make("ONEY")
const now = DateTime.makeUnsafe("2026-01-25T00:00:00Z")
const carriers = [HLCU, ONEY].map((scac) =>
  Schema.decodeUnknownSync(CarrierProfile)({
    scac,
    name: scac,
    baseUrl: "https://api.carrier.example",
    kinds: ["CT", "BK", "BL"]
  })
)

const shipmentOf = (
  number: string,
  type: Option.Option<ReferenceType>,
  sealine: Option.Option<Scac> = Option.none()
) => ({ ...exampleShipment(AccountId.make("acc_1"), now), number, type, sealine })

const checked = (shipment: Shipment, scac: Scac, kind: ReferenceType, isKnown: boolean) => {
  const query = { scac, number: shipment.number, kind }
  const events = [loads({ port: "CNSHA", date: "01-20" })]
  const result = isKnown
    ? Result.succeed({ events, rejected: [], unknown: {}, complete: true, requests: 1 })
    : Result.fail(new ShipmentUnknown({ scac, number: shipment.number, requests: 1 }))
  const progress = {
    query,
    matched: false,
    tried: 0,
    last: { _tag: "Never" },
    lastResponseAt: Option.none(),
    restartedAt: Option.none()
  } as const
  return decideOnPoll(progress, result, carriers, now, 0)({ plan: "free", shipment, events, subscribers: [] })
}

describe("decideOnPoll", () => {
  it("sets carrier and type of the shipment from the query that found it", () => {
    const container = checked(shipmentOf(CONTAINER, Option.some("CT")), ONEY, "CT", true)
    assert.deepStrictEqual(container.change.shipment.sealine, Option.some(ONEY))
    assert.deepStrictEqual(container.plan.progress.query.scac, ONEY)
    const bill = checked(shipmentOf("LADING1", Option.none()), HLCU, "BL", true)
    assert.deepStrictEqual(bill.change.shipment.type, Option.some("BL"))
  })

  it("does not change an unknown shipment, and tries the next query", () => {
    const shipment = shipmentOf("LADING1", Option.none())
    const { change, plan } = checked(shipment, HLCU, "BK", false)
    assert.strictEqual(change.shipment, shipment)
    assert.deepStrictEqual([plan.progress.query.scac, plan.progress.query.kind], [HLCU, "BL"])
  })

  it("never changes the carrier that the customer named", () => {
    const { change } = checked(shipmentOf(CONTAINER, Option.some("CT"), Option.some(HLCU)), HLCU, "CT", true)
    assert.deepStrictEqual(change.shipment.sealine, Option.some(HLCU))
  })
})
