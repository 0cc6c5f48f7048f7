import { APPLICATION_ID, ENDPOINT_ID, MESSAGE_ID, type OperationExamples, pageOf } from "./OperationExample.ts"

const application = {
  id: APPLICATION_ID,
  name: "Import desk",
  createdAt: "2026-03-01T12:00:00.000Z",
  updatedAt: "2026-03-01T12:00:00.000Z"
}

const createApplication = { request: { name: "Import desk" }, responses: { 201: application } }

const settings = {
  url: "https://hooks.example.com/landfall",
  description: "Arrivals in Rotterdam",
  filterTypes: ["vessel.arrival.at.final.pod", "date.changed.vessel.arrival.at.final.pod", "port.congestion.threshold"],
  metadata: { team: "import" },
  rateLimit: 50,
  retryPolicy: { waitsSeconds: [0, 30, 300], jitter: 0.1 },
  dateChangeThresholdHours: 12
}

const endpoint = {
  id: ENDPOINT_ID,
  applicationId: APPLICATION_ID,
  ...settings,
  headers: { "x-tenant": "(hidden)" },
  finalPod: "confirmed",
  finalPodHoldHours: 24,
  ordering: "none",
  format: "standard",
  enrolFuture: false,
  disabled: false,
  disabledAt: null,
  verifiedAt: "2026-03-01T12:00:02.000Z",
  createdAt: "2026-03-01T12:00:00.000Z",
  updatedAt: "2026-03-01T12:00:00.000Z"
}

const secret = { key: "whsec_UZxDm4pMJ0fSxC2eZaT1c6USrvF0wBvMUYc2Xp9KydM=" }

const alert = {
  type: "vessel.arrival.at.final.pod",
  timestamp: "2026-03-01T12:05:00.000Z",
  data: {
    shipment: {
      id: "shp_example",
      number: "MSKU7194304",
      type: "CT",
      sealine: "MAEU",
      reference: null,
      metadata: null
    },
    container: "MSKU7194304",
    milestone: "vessel.arrival.at.final.pod",
    location: { unlocode: "NLRTM", name: "Rotterdam", facility: null },
    date: "2026-02-24T12:05:00.000Z",
    classifier: "ACT",
    vessel: { imo: "9619907", name: "MAERSK MC-KINNEY MOLLER", voyage: "405W" },
    rule: "vessel-arrival-at-last-inbound-port",
    sourceEvent: {
      id: "example-NLRTM-ARRI",
      receivedAt: "2026-02-24T13:05:00.000Z",
      createdAt: "2026-02-24T12:05:00.000Z",
      delayReason: null,
      remark: null
    },
    sequence: 1,
    example: true
  }
}

const watch = {
  id: "pwt_01M81PJ6RZ4C1QYJ0B4T9W3K5D",
  endpointId: ENDPOINT_ID,
  portCode: "NLRTM",
  figure: "rateOccupation.commercialVessels.rateOccupationPercentage",
  unit: "percent",
  threshold: 90,
  hysteresis: 5,
  side: "below",
  value: 72.5,
  asOf: "2026-03-01T12:00:00.000Z",
  crossings: 0,
  createdAt: "2026-03-01T12:00:00.000Z"
}

/** Examples of applications, endpoints, event types and port watches. */
export const endpointExamples: OperationExamples = {
  "applications.create": createApplication,
  "applications.createAtRoot": createApplication,
  "applications.list": { responses: { 200: pageOf(application) } },
  "endpoints.create": {
    request: { ...settings, headers: { "x-tenant": "north" }, applicationId: APPLICATION_ID },
    responses: { 201: endpoint }
  },
  "endpoints.check": { request: { url: settings.url, headers: { "x-tenant": "north" } } },
  "endpoints.list": { responses: { 200: pageOf(endpoint) } },
  "endpoints.listPlural": { responses: { 200: pageOf(endpoint) } },
  "endpoints.get": { responses: { 200: endpoint } },
  "endpoints.replace": {
    request: { ...settings, headers: { "x-tenant": "north" }, disabled: false },
    responses: { 200: endpoint }
  },
  "endpoints.change": { request: { rateLimit: 50 }, responses: { 200: endpoint } },
  "endpoints.secret": { responses: { 200: secret } },
  "endpoints.rotateSecret": { request: {}, responses: { 200: secret } },
  "endpoints.sendExample": {
    request: { eventType: "vessel.arrival.at.final.pod" },
    responses: {
      202: {
        id: MESSAGE_ID,
        eventType: "vessel.arrival.at.final.pod",
        endpointId: ENDPOINT_ID,
        example: true,
        payload: alert,
        createdAt: "2026-03-01T12:05:00.000Z"
      }
    }
  },
  "eventTypes.list": {
    responses: {
      200: {
        data: [
          {
            type: "vessel.arrival.at.final.pod",
            family: "catalogue",
            optIn: false,
            description: "The vessel arrived at the final port of discharge.",
            schema: {
              $schema: "https://json-schema.org/draft/2020-12/schema",
              type: "object",
              properties: { type: { type: "string", enum: ["vessel.arrival.at.final.pod"] } },
              required: ["type", "timestamp", "data"]
            },
            example: alert
          }
        ]
      }
    }
  },
  "portWatches.create": {
    request: {
      portCode: "NLRTM",
      figure: "rateOccupation.commercialVessels.rateOccupationPercentage",
      threshold: 90,
      hysteresis: 5
    },
    responses: { 201: watch }
  },
  "portWatches.list": { responses: { 200: pageOf(watch) } },
  "portWatches.get": { responses: { 200: watch } }
}
