import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS } from "@landfall/core/time/Durations"
import { type Instant, instantOf } from "@landfall/core/time/Instant"
import type { CarrierEvent, Place, TransportCall } from "@landfall/core/tracking/carriers/CarrierEvent"
import { normaliseNumber } from "@landfall/core/tracking/references/ContainerNumber"
import { type DateTime, Option } from "effect"
import { type Consignment, callId, eventId, type JourneyCall, type JourneyEvent } from "./DcsaEvents.ts"

const eventPlaceOf = ({ place, facilityType }: JourneyCall): Place => ({
  unlocode: Unlocode.make(place.unlocode),
  name: Option.some(place.name),
  facility: Option.none(),
  facilityType: Option.some(facilityType)
})

const transportCallOf = (call: JourneyCall): TransportCall => ({
  id: Option.some(callId(call)),
  mode: call.mode,
  vessel: Option.map(Option.fromUndefinedOr(call.vessel), ({ imo, name }) => ({
    imo: Option.some(imo),
    name: Option.some(name)
  })),
  exportVoyage: Option.fromUndefinedOr(call.exportVoyage),
  importVoyage: Option.fromUndefinedOr(call.importVoyage)
})

/** The creation time of an event; none at midnight, which carries no time of day. */
const creationTimeOf = (createdAt: DateTime.Utc): Option.Option<Instant> =>
  Option.filter(Option.some(instantOf(createdAt)), (instant) => instant % DAY_MILLIS !== 0)

/** The event as the decoder returns it for `dcsaEventOf`, received at `receivedAt`. */
export const carrierEventOf = (
  consignment: Consignment,
  event: JourneyEvent,
  createdAt: DateTime.Utc,
  receivedAt: DateTime.Utc
): CarrierEvent => {
  const { code, classifier, date, call } = event
  const { container, booking, bill } = consignment
  const shared = {
    sourceEventId: Option.some(eventId(consignment, event, createdAt)),
    eventDateTime: instantOf(date),
    createdDateTime: creationTimeOf(createdAt),
    receivedAt: instantOf(receivedAt),
    documents: [
      { type: "BKG", value: normaliseNumber(booking) },
      ...(bill === undefined ? [] : [{ type: "TRD", value: normaliseNumber(bill) }])
    ],
    references: [],
    remark: Option.none(),
    classifier,
    place: Option.some(eventPlaceOf(call)),
    transportCall: Option.some(transportCallOf(call))
  }
  if (code === "ARRI" || code === "DEPA") {
    const delayReason = Option.fromUndefinedOr(event.delayReason)
    return { _tag: "TransportEvent", ...shared, delayReason, code, equipmentReference: Option.none() }
  }
  return {
    _tag: "EquipmentEvent",
    ...shared,
    delayReason: Option.none(),
    code,
    equipmentReference: Option.some(normaliseNumber(container)),
    emptyIndicator: Option.some(event.empty === true ? "EMPTY" : "LADEN"),
    isoType: "45G1"
  }
}
