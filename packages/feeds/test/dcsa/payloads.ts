/** DCSA Track & Trace 2.2 payloads: a container from Busan to Hamburg with a transhipment at Colombo. */

interface Json {
  readonly [name: string]: unknown
}

const vessels = {
  feeder: { vesselIMONumber: "9706906", vesselName: "HANJIN GREEN" },
  mainline: { vesselIMONumber: "9619907", vesselName: "ELBE BRIDGE" }
}

const call = (port: string, voyage: string, vessel: keyof typeof vessels): Json => ({
  transportCallID: `${port}-${voyage}`,
  carrierServiceCode: "FE2",
  exportVoyageNumber: voyage,
  importVoyageNumber: voyage,
  UNLocationCode: port,
  facilityCode: `${port.slice(2)}T1`,
  facilityCodeListProvider: "SMDG",
  facilityTypeCode: "POTE",
  modeOfTransport: "VESSEL",
  vessel: vessels[vessel]
})

const truck = (place: string): Json => ({
  transportCallID: `${place}-TRUCK`,
  UNLocationCode: place,
  facilityTypeCode: "POTE",
  modeOfTransport: "TRUCK",
  vessel: null
})

const common = (id: string, date: string, classifier: string): Json => ({
  eventID: `3cecb101-7a1a-43a4-9d62-${id.padStart(12, "0")}`,
  eventCreatedDateTime: "2026-02-01T08:30:15Z",
  eventClassifierCode: classifier,
  eventDateTime: date,
  documentReferences: [
    { documentReferenceType: "BKG", documentReferenceValue: "BUS-604711" },
    { documentReferenceType: "TRD", documentReferenceValue: "LFALBUS604711" }
  ],
  references: [{ referenceType: "FF", referenceValue: "order 7" }]
})

type EventOf = (id: string, code: string, date: string, classifier: string, transportCall: Json) => Json

export const transportEvent: EventOf = (id, code, date, classifier, transportCall) => ({
  ...common(id, date, classifier),
  eventType: "TRANSPORT",
  transportEventTypeCode: code,
  transportCall
})

const equipmentEvent: EventOf = (id, code, date, classifier, transportCall) => ({
  ...common(id, date, classifier),
  eventType: "EQUIPMENT",
  equipmentEventTypeCode: code,
  equipmentReference: "MSKU 123456-5",
  ISOEquipmentCode: "45G1",
  emptyIndicatorCode: "LADEN",
  eventLocation: { locationName: "Terminal", UNLocationCode: transportCall.UNLocationCode },
  transportCall
})

export const shipmentEvent = (): Json => ({
  ...common("99", "2026-01-02T10:00:00Z", "ACT"),
  eventType: "SHIPMENT",
  shipmentEventTypeCode: "CONF",
  documentID: "BUS-604711",
  documentTypeCode: "BKG",
  reason: "confirmed"
})

export const calls = {
  busanGate: truck("KRPUS"),
  busan: call("KRPUS", "602W", "feeder"),
  colomboIn: call("LKCMB", "602W", "feeder"),
  colomboOut: call("LKCMB", "611W", "mainline"),
  hamburg: call("DEHAM", "611W", "mainline")
}

/** The vessel departs from Busan with the container; `change` overrides fields. */
export const departure = (change: Json = {}): Json => ({
  ...transportEvent("3", "DEPA", "2026-01-11T18:06:00+09:00", "ACT", calls.busan),
  ...change
})

/** The container is loaded at Busan; `change` overrides fields. */
export const load = (change: Json = {}): Json => ({
  ...equipmentEvent("2", "LOAD", "2026-01-11T14:12:00+09:00", "ACT", calls.busan),
  ...change
})

/** The whole journey: actual up to Colombo, estimated from there. */
export const journey = (): ReadonlyArray<Json> => [
  shipmentEvent(),
  equipmentEvent("1", "GTIN", "2026-01-09T21:02:00+09:00", "ACT", calls.busanGate),
  load(),
  departure(),
  transportEvent("4", "ARRI", "2026-01-27T23:54:00+05:30", "ACT", calls.colomboIn),
  equipmentEvent("5", "DISC", "2026-01-28T09:00:00+05:30", "ACT", calls.colomboIn),
  equipmentEvent("6", "LOAD", "2026-02-04T11:00:00+05:30", "EST", calls.colomboOut),
  transportEvent("7", "DEPA", "2026-02-04T20:00:00+05:30", "EST", calls.colomboOut),
  transportEvent("8", "ARRI", "2026-03-02T08:15:00+01:00", "EST", calls.hamburg)
]

/** The value with every property renamed, at any depth. */
export const renamed = (value: unknown, rename: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, rename))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), renamed(inner, rename)]))
}
