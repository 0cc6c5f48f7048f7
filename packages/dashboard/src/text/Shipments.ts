import { decimal } from "./Numbers.ts"

/** Shipments: the table, one shipment, and tracking a new one. */
export const shipments = {
  title: "Shipments",
  subtitle: "Containers, bookings and bills of lading that are tracked.",
  search: "Find a number or a reference",
  columns: {
    number: "Shipment",
    status: "Status",
    next: "Next milestone",
    eta: "Arrival",
    change: "Since first reported",
    updated: "Updated"
  },
  empty: {
    title: "Nothing is tracked yet",
    body: "Track a container by its number. Its carrier is found by the first four letters, and its journey appears here."
  },
  noMatch: "No shipment matches. The whole number of a container finds it among all shipments.",
  status: { tracking: "Tracking", completed: "Completed", stopped: "Stopped" },
  noCarrier: "Carrier unknown",
  noJourney: "No event yet",
  ended: "Trip ended",
  arrived: "Arrived",
  asFirstReported: "As first reported",
  types: { CT: "Container", BK: "Booking", BL: "Bill of lading" },
  classifiers: { ACT: "Actual", EST: "Estimated", PLN: "Planned" },
  shift: (hours: number): string => {
    const size = Math.abs(hours)
    const amount = size < 48 ? `${Math.round(size)} h` : `${Math.round(size / 24)} days`
    return `${amount} ${hours > 0 ? "later" : "earlier"}`
  },
  changes: (count: number) => `${count} ${count === 1 ? "change" : "changes"}`,
  milestones: {
    "container.departure.from.pre.pol": "Departure from the origin",
    "container.arrival.at.pre.pol": "Arrival at the origin",
    "container.loaded.at.pre.pol": "Loading at the origin",
    "container.arrival.at.first.pol": "Arrival at the port of loading",
    "container.loaded.at.first.pol": "Loading on the vessel",
    "vessel.departure.from.first.pol": "Vessel departure from the port of loading",
    "vessel.arrival.at.transhipment_port": "Vessel arrival for transhipment",
    "container.discharge.at.transhipment_port": "Discharge for transhipment",
    "container.loaded.at.transhipment_port": "Loading on the next vessel",
    "vessel.departure.from.transhipment_port": "Departure of the next vessel",
    "vessel.arrival.at.final.pod": "Vessel arrival at the port of discharge",
    "container.discharge.at.final.pod": "Discharge from the vessel",
    "container.departure.from.final.pod": "Departure from the port of discharge",
    "container.arrival.at.post.pod": "Arrival inland",
    "container.discharge.at.post.pod": "Unloading inland",
    "container.departure.from.post.pod": "Departure from the inland place"
  },
  roles: { "first-pol": "Port of loading", transhipment: "Transhipment", "final-pod": "Port of discharge" },
  inland: "Inland",
  figures: { next: "Next milestone", arrival: "Arrival at the port of discharge", change: "Since first reported" },
  voyage: {
    title: "Voyage",
    none: "No event has arrived for this shipment yet. The polling card shows when its carrier is polled next.",
    container: (number: string) => `Container ${number}`,
    history: (count: number) => `${count} reported ${count === 1 ? "date" : "dates"}`,
    /** By the kind of the date that was reported first. */
    first: {
      ACT: "first reported as actual: {date}",
      EST: "first reported as estimated: {date}",
      PLN: "first reported as planned: {date}"
    },
    received: "received {time}",
    reason: (code: string) => `reason ${code}`,
    on: (vessel: string, voyage: string | null) => (voyage === null ? `on ${vessel}` : `on ${vessel}, voyage ${voyage}`)
  },
  polling: {
    title: "Polling",
    carrier: "Polled carrier",
    last: "Last poll",
    next: "Next poll",
    result: "Last result",
    succeeded: "It succeeded.",
    notPlanned: "Not planned",
    held: (codes: string) =>
      `The carrier reports events as actual and dates them in the future (${codes}). They have no effect before their date.`,
    noSource:
      "No source of this server covers the carrier of this shipment, so that it changes only by events that are sent to the API. Ask the operator to connect the carrier.",
    failed: "The last poll failed.",
    again: "The poll is repeated automatically; nothing is lost.",
    refresh: "Poll now",
    scheduled: "The carrier is polled as soon as its limits allow.",
    alreadyDue: "The next poll is as early as the limits of the carrier allow."
  },
  map: {
    title: "Route",
    label: (legs: string) => `Route of the container: ${legs}`,
    legend: "Legend",
    states: { done: "Sailed", current: "Under way", ahead: "Ahead" },
    port: "Port",
    vessel: "Vessel",
    position: "Position",
    speedLabel: "Speed",
    received: "Received",
    speed: (knots: number | null) => (knots === null ? "Speed unknown" : `${decimal(knots, 1)} kn`),
    degrees: (latitude: number, longitude: number) =>
      `${decimal(Math.abs(latitude), 3)}° ${latitude < 0 ? "S" : "N"}, ${decimal(Math.abs(longitude), 3)}° ${longitude < 0 ? "W" : "E"}`,
    leg: (from: string, to: string) => `${from} to ${to}`,
    miles: (miles: number) => `${Math.round(miles).toLocaleString()} nm`,
    reasons: {
      not_at_sea: "The container is not at sea now.",
      vessel_unknown: "The carrier gives no IMO number of the vessel, so that its position cannot be looked up.",
      mmsi_unknown:
        "No vessel with the IMO number was received by AIS, and the vessel registry of this server has no MMSI for it. The operator can import it.",
      no_position: "No position of the vessel was received by AIS."
    }
  },
  details: {
    title: "Details",
    type: "Kind of number",
    sealine: "Carrier",
    reference: "Reference",
    metadata: "Metadata",
    endpoints: "Alerts go to",
    noEndpoints: "No endpoint yet",
    created: "Tracked since",
    id: "Id"
  },
  alerts: {
    title: "Alerts sent",
    none: "No alert yet. Register the shipment on an endpoint to be notified of its milestones.",
    time: "Time",
    type: "Event",
    deliveries: "Deliveries",
    evidence: "Evidence",
    show: "Evidence",
    showFor: (event: string) => `Evidence of: ${event}`,
    why: (event: string) => `Why was this sent: ${event}`,
    statuses: {
      pending: "Waiting",
      sending: "Sending",
      succeeded: "Delivered",
      exhausted: "Failed",
      skipped: "Skipped"
    },
    notDelivered: "No endpoint",
    rule: "Rule",
    event: "Carrier's event",
    received: "Received from the carrier",
    date: "Date",
    moved: "Date moved",
    fromTo: "from {previous} to {current}: {change}",
    movedBy: (hours: number, threshold: number) =>
      `${Math.abs(Math.round(hours))} h ${hours > 0 ? "later" : "earlier"}; the endpoint is notified when a date moves by more than ${threshold} h`,
    finalPod: "Last port",
    finalPods: {
      stated: "The carrier states that this is the port of discharge.",
      planned: "The discharge here was planned before it happened.",
      "gate-out": "The container left the port by land.",
      "inland-plan": "The carrier plans its way inland from here.",
      "trip-ended": "The trip has ended.",
      none: "Assumed: it is the last port known, and nothing contradicted within the hold of the endpoint."
    },
    supersedes: "Supersedes",
    example: "This is an example; no carrier reported it.",
    body: "Body of the webhook"
  },
  track: {
    open: "Track a shipment",
    title: "Track a shipment",
    number: "Number",
    numberHint: "A container such as MSKU7194304, or a booking or bill of lading with its carrier.",
    missing: "Enter a number.",
    sealine: "Carrier",
    auto: "Found by the number",
    reference: "Reference",
    referenceHint: "Optional: your own reference, which every alert contains.",
    action: "Track",
    done: (number: string) => `${number} is tracked.`
  },
  stop: {
    open: "Stop tracking",
    title: "Stop tracking this shipment?",
    body: "Its carrier is polled no longer, and no alert is sent about it. Its journey and its alerts remain.",
    done: "Tracking has stopped."
  }
}
