import type { OperationExamples } from "./OperationExample.ts"

const prediction = {
  classifier: "PRE",
  port: "NLRTM",
  eta: "2026-04-03T14:20:00.000Z",
  portArrival: "2026-04-03T08:50:00.000Z",
  interval: { level: 0.8, low: "2026-04-02T16:10:00.000Z", high: "2026-04-04T21:30:00.000Z" },
  noIntervalReason: null,
  lastPort: "SGSIN",
  inPort: false,
  calls: [{ port: "NLRTM", name: "Rotterdam", arrival: "2026-04-03T08:50:00.000Z", inPort: null }],
  callsBasis: "rotation",
  rounds: 4,
  roundsKnown: 4,
  waiting: { hours: 5.5, basis: "vessel", calls: 4 },
  distanceNm: 5120.4,
  speedKnots: 16.2,
  speedBasis: "present-leg",
  position: { latitude: 12.6, longitude: 45.1, receivedAt: "2026-03-21T03:00:00.000Z" },
  predictedAt: "2026-03-21T04:00:00.000Z"
}

const predicted = { prediction, reason: null, reasonText: null }

const leads = [
  { leadDays: 1, arrivals: 42, biasHours: 1.8, medianAbsoluteHours: 4.5, p90AbsoluteHours: 21.3 },
  { leadDays: 3, arrivals: 42, biasHours: 6.1, medianAbsoluteHours: 11.2, p90AbsoluteHours: 49 },
  { leadDays: 7, arrivals: 40, biasHours: 14.7, medianAbsoluteHours: 24.8, p90AbsoluteHours: 88.5 },
  { leadDays: 14, arrivals: 31, biasHours: 27.2, medianAbsoluteHours: 41.6, p90AbsoluteHours: 130.4 }
]

/** Examples of predicted arrivals. */
export const etaExamples: OperationExamples = {
  "eta.shipment": {
    responses: {
      200: {
        container: "MSKU7194304",
        vessel: { imo: "9321483", name: "EMMA MAERSK", voyage: "612W" },
        ...predicted,
        carrier: {
          milestone: "vessel.arrival.at.final.pod",
          location: { unlocode: "NLRTM", name: "Rotterdam", facility: null },
          date: "2026-04-02T06:00:00.000Z",
          classifier: "EST",
          sourceEvent: {
            id: "12326a99-0394-44d9-bd40-299a529b664b",
            receivedAt: "2026-03-10T12:05:00.000Z",
            createdAt: "2026-03-10T11:58:00.000Z",
            delayReason: null,
            remark: null
          }
        }
      }
    }
  },
  "eta.accuracy": {
    responses: {
      200: {
        scac: "MAEU",
        shipments: 118,
        arrivals: 42,
        leads,
        lanes: [{ from: "CNSHA", to: "NLRTM", arrivals: 42, leads }]
      }
    }
  },
  "eta.vessel": { responses: { 200: { imo: "9321483", port: "NLRTM", ...predicted } } }
}
