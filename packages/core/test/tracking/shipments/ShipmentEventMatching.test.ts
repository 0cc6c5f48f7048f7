import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import type { CarrierEvent, EventReference } from "../../../src/tracking/carriers/CarrierEvent.ts"
import type { ReferenceType } from "../../../src/tracking/references/ReferenceType.ts"
import { Scac } from "../../../src/tracking/references/Sealine.ts"
import type { ShipmentStatus } from "../../../src/tracking/shipments/Shipment.ts"
import {
  ANY_CONTAINER,
  type CarrierShipment,
  concernsShipment,
  eventsConcerning,
  indexEvents,
  linkingDocuments,
  matchAccountEvents,
  matchKeysOf,
  NO_CONTAINER,
  shipmentsConcernedBy
} from "../../../src/tracking/shipments/ShipmentEventMatching.ts"
import { anyEvents } from "../eventArbitrary.ts"
import { arrives, CONTAINER, loads, OTHER_CONTAINER } from "../fixtures.ts"

const MSC = Scac.make("MSCU")
const MAERSK = Scac.make("MAEU")

const shipment = (
  number: string,
  type: ReferenceType | undefined,
  changes: { readonly account?: string; readonly status?: ShipmentStatus; readonly sealine?: Scac } = {}
): CarrierShipment => ({
  accountId: AccountId.make(`acc_${changes.account ?? "1"}`),
  number,
  type: Option.fromUndefinedOr(type),
  sealine: Option.fromUndefinedOr(changes.sealine),
  status: changes.status ?? "tracking"
})

const bookingEvent = (documentId: string): CarrierEvent => ({
  _tag: "ShipmentEvent",
  sourceEventId: Option.none(),
  eventDateTime: loads({ port: "CNSHA", date: "01-10" }).eventDateTime,
  createdDateTime: Option.none(),
  receivedAt: loads({ port: "CNSHA", date: "01-10" }).receivedAt,
  documents: [],
  references: [],
  remark: Option.none(),
  delayReason: Option.none(),
  classifier: "ACT",
  code: "CONF",
  documentType: "BKG",
  documentId
})

const onBox = loads({ port: "CNSHA", date: "01-10", booking: "B1" })
const onOtherContainer = loads({ port: "CNSHA", date: "01-11", container: OTHER_CONTAINER, booking: "B2" })
const ofBooking = arrives({ port: "NLRTM", date: "02-10", container: undefined, booking: "B1" })
const change = bookingEvent("B1")
const noDocuments: ReadonlyMap<string, EventReference> = new Map()

describe("the match keys of an event", () => {
  it("are its container, and its documents with that container", () => {
    assert.deepStrictEqual(matchKeysOf(onBox), [
      { type: "EQ", value: CONTAINER, container: CONTAINER },
      { type: "BKG", value: "B1", container: CONTAINER }
    ])
  })

  it("concern any container without one, and none for a change of the document itself", () => {
    assert.deepStrictEqual(matchKeysOf(ofBooking), [{ type: "BKG", value: "B1", container: ANY_CONTAINER }])
    assert.deepStrictEqual(matchKeysOf(change), [{ type: "BKG", value: "B1", container: NO_CONTAINER }])
  })

  it("concern any container for a document that states where it is discharged", () => {
    const stated = { ...change, destination: { pod: Unlocode.make("NLRTM") } }
    assert.deepStrictEqual(matchKeysOf(stated), [{ type: "BKG", value: "B1", container: ANY_CONTAINER }])
    const all = [onBox, onOtherContainer, stated]
    assert.deepStrictEqual(eventsConcerning(shipment(CONTAINER, "CT"), all), [onBox, stated])
    assert.deepStrictEqual(eventsConcerning(shipment(OTHER_CONTAINER, "CT"), all), [onOtherContainer])
  })

  it("ignore a document that has the type of a container", () => {
    assert.deepStrictEqual(matchKeysOf({ ...ofBooking, documents: [{ type: "EQ", value: CONTAINER }] }), [])
  })
})

describe("an event concerns", () => {
  const all = [onBox, onOtherContainer, ofBooking, change]

  it("a container by its number, and by a shared document when it names no container", () => {
    assert.deepStrictEqual(eventsConcerning(shipment(CONTAINER, "CT"), all), [onBox, ofBooking])
    assert.deepStrictEqual(eventsConcerning(shipment(OTHER_CONTAINER, "CT"), all), [onOtherContainer])
  })

  it("a booking or a bill of lading by its number and type, and a number of unknown type as either", () => {
    assert.deepStrictEqual(eventsConcerning(shipment("B1", "BK"), all), [onBox, ofBooking, change])
    assert.deepStrictEqual(eventsConcerning(shipment("B1", undefined), all), [onBox, ofBooking, change])
    assert.deepStrictEqual(eventsConcerning(shipment("B1", "BL"), all), [])
  })

  it("the containers that its references name, and no others", () => {
    const referring = arrives({
      port: "NLRTM",
      date: "02-10",
      container: undefined,
      booking: "B2",
      references: [{ type: "EQ", value: CONTAINER }]
    })
    assert.isTrue(concernsShipment(referring, shipment(CONTAINER, "CT"), noDocuments))
    const other = shipment(OTHER_CONTAINER, "CT")
    assert.isFalse(concernsShipment(referring, other, linkingDocuments(other, all)))
  })

  it.prop("the same shipments by its keys as by comparison with each", [anyEvents], ([events]) => {
    const shipments = [...events.flatMap((event) => matchKeysOf(event).map(({ value }) => value)), "unknown"].flatMap(
      (number) => (["CT", "BK", "BL", undefined] as const).map((type) => shipment(number, type))
    )
    const documentsOf = (one: CarrierShipment) => linkingDocuments(one, events)
    const concerns = (event: CarrierEvent, one: CarrierShipment) => concernsShipment(event, one, documentsOf(one))
    const found = shipmentsConcernedBy(indexEvents(events), shipments, documentsOf)
    assert.deepStrictEqual(
      found.shipments,
      shipments.filter((one) => events.some((event) => concerns(event, one)))
    )
    assert.deepStrictEqual(
      events.filter((event) => found.events.has(event)),
      events.filter((event) => shipments.some((one) => concerns(event, one)))
    )
  })

  it("no shipment that was stopped, unless all are requested", () => {
    const stopped = shipment(CONTAINER, "CT", { status: "stopped" })
    const index = indexEvents([onBox])
    assert.deepStrictEqual(shipmentsConcernedBy(index, [stopped], () => noDocuments).shipments, [])
    assert.deepStrictEqual(shipmentsConcernedBy(index, [stopped], () => noDocuments, "all").shipments, [stopped])
  })
})

describe("the events of a carrier", () => {
  const noneStored = () => noDocuments

  it("concern every account that tracks their container or document, in their order", () => {
    const shipments = [
      shipment(CONTAINER, "CT"),
      shipment("B1", "BK", { account: "2" }),
      shipment("B9", "BK", { account: "3" })
    ]
    assert.deepStrictEqual(
      matchAccountEvents(MSC, indexEvents([change, onBox, onOtherContainer]), shipments, noneStored),
      [
        { accountId: AccountId.make("acc_1"), events: [onBox] },
        { accountId: AccountId.make("acc_2"), events: [change, onBox] }
      ]
    )
  })

  it("without a container concern the containers that share a document, stored before or received with them", () => {
    const container = shipment(CONTAINER, "CT")
    const matched = (events: ReadonlyArray<CarrierEvent>, stored: ReadonlyArray<CarrierEvent>) =>
      matchAccountEvents(MSC, indexEvents(events), [container], (one) => linkingDocuments(one, stored)).flatMap(
        (account) => account.events
      )
    assert.deepStrictEqual(matched([ofBooking], []), [])
    assert.deepStrictEqual(matched([ofBooking], [onBox]), [ofBooking])
    assert.deepStrictEqual(matched([ofBooking, onBox], []), [ofBooking, onBox])
  })

  it("concern shipments of that carrier and of no known carrier, and no stopped ones", () => {
    const shipments = [
      shipment(CONTAINER, "CT", { sealine: MSC }),
      shipment(CONTAINER, "CT", { account: "2", sealine: MAERSK }),
      shipment(CONTAINER, "CT", { account: "3" }),
      shipment(CONTAINER, "CT", { account: "4", status: "stopped" })
    ]
    assert.deepStrictEqual(
      matchAccountEvents(MSC, indexEvents([onBox]), shipments, noneStored).map(({ accountId }) => accountId),
      [AccountId.make("acc_1"), AccountId.make("acc_3")]
    )
  })
})
