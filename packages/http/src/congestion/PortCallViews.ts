import { hoursInPort, type PortCall } from "@landfall/core/congestion/detection/PortCall"
import { isoOf } from "@landfall/core/time/Instant"
import { Option } from "effect"

/** The wire form of a port call. */
export const showCall = (call: PortCall) => ({
  id: call.id,
  portCode: call.port,
  vessel: {
    mmsi: Option.getOrNull(call.ship.mmsi),
    imo: Option.getOrNull(call.ship.imo),
    name: Option.getOrNull(call.ship.name),
    aisShipType: Option.getOrNull(call.ship.shipType),
    commercial: call.ship.commercial,
    type: Option.getOrNull(call.ship.type),
    typeSource: call.ship.typeSource
  },
  startTime: isoOf(call.startedAt),
  endTime: Option.match(call.endedAt, { onNone: () => null, onSome: isoOf }),
  ending: Option.getOrNull(call.ending),
  hours: Option.getOrNull(hoursInPort(call)),
  stays: call.stays.map(({ kind, evidence, zone, from, to }) => ({
    kind,
    evidence,
    zone: Option.getOrNull(zone),
    startTime: isoOf(from),
    endTime: Option.match(to, { onNone: () => null, onSome: isoOf })
  })),
  silences: call.silences.map(({ from, to }) => ({ startTime: isoOf(from), endTime: isoOf(to) })),
  lastHeard: isoOf(call.lastHeardAt),
  source: call.source
})

/** What a place in the list of calls is named by: in the order of time. */
export const callKey = ({ startedAt, id }: PortCall): string => `call_${String(startedAt).padStart(16, "0")}_${id}`
