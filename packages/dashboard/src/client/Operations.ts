import type { PromiseClient } from "@landfall/api/client/PromiseClient"

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** Method and path of operations, by group and name: a name that the contract does not have is an error of the compiler. */
type OperationTable = {
  readonly [Group in keyof PromiseClient]?: {
    readonly [Name in keyof PromiseClient[Group]]?: `${Method} /${string}`
  }
}

/**
 * The operations that the dashboard calls. The contract itself is written in Effect, which is larger than all pages: they
 * take its types alone, and a test compares these paths with it.
 */
export const OPERATIONS = {
  applications: {
    list: "GET /webhook/api/v1/application"
  },
  endpoints: {
    create: "POST /webhook/api/v1/endpoint",
    check: "POST /webhook/api/v1/endpoint/check",
    list: "GET /webhook/api/v1/endpoint",
    get: "GET /webhook/api/v1/endpoint/:id",
    change: "PATCH /webhook/api/v1/endpoint/:id",
    remove: "DELETE /webhook/api/v1/endpoint/:id",
    secret: "GET /webhook/api/v1/endpoint/:id/secret",
    rotateSecret: "POST /webhook/api/v1/endpoint/:id/secret/rotate",
    sendExample: "POST /webhook/api/v1/endpoint/:id/send-example"
  },
  endpointMonitoring: {
    attempts: "GET /webhook/api/v1/endpoint/:id/attempts",
    stats: "GET /webhook/api/v1/endpoint/:id/stats"
  },
  eventTypes: {
    list: "GET /webhook/api/v1/event-types"
  },
  messages: {
    list: "GET /webhook/api/v1/message",
    get: "GET /webhook/api/v1/message/:id",
    attempts: "GET /webhook/api/v1/message/:id/attempts"
  },
  tasks: {
    resend: "POST /webhook/api/v1/message/:id/endpoint/:endpointId/resend",
    recover: "POST /webhook/api/v1/endpoint/:id/recover",
    replayMissing: "POST /webhook/api/v1/endpoint/:id/replay-missing",
    enrolAll: "POST /webhook/api/v1/endpoint/:id/enrol-all",
    list: "GET /webhook/api/v1/task",
    get: "GET /webhook/api/v1/task/:id"
  },
  shipments: {
    check: "POST /webhook/api/v1/shipment/check",
    easyShipment: "POST /webhook/api/v1/easy-shipment",
    list: "GET /webhook/api/v1/shipment",
    get: "GET /webhook/api/v1/shipment/:id",
    track: "POST /webhook/api/v1/shipment",
    stop: "DELETE /webhook/api/v1/shipment/:id",
    refresh: "POST /webhook/api/v1/shipment/:id/refresh",
    timeline: "GET /webhook/api/v1/shipment/:id/timeline",
    vessel: "GET /webhook/api/v1/shipment/:id/vessel"
  },
  sealines: {
    list: "GET /webhook/api/v1/sealines"
  },
  consumption: {
    currentPeriod: "GET /webhook/api/v1/consumption/current-period",
    periods: "GET /webhook/api/v1/consumption/periods",
    usages: "GET /webhook/api/v1/usages",
    operationUsages: "GET /webhook/api/v1/usages/operations"
  },
  apiKeys: {
    list: "GET /webhook/api/v1/key",
    create: "POST /webhook/api/v1/key",
    revoke: "DELETE /webhook/api/v1/key/:id"
  },
  tariff: {
    get: "GET /webhook/api/v1/tariff"
  },
  trackingEvents: {
    receive: "POST /webhook/api/v1/tracking/events"
  },
  limits: {
    get: "GET /webhook/api/v1/limits"
  },
  portCongestion: {
    get: "GET /congestion/api/v1/congestion/:portCode",
    history: "GET /congestion/api/v1/congestion/:portCode/history",
    times: "GET /congestion/api/v1/congestion/:portCode/times",
    compareTimes: "POST /congestion/api/v1/congestion/times",
    calls: "GET /congestion/api/v1/congestion/:portCode/calls",
    zones: "GET /congestion/api/v1/congestion/:portCode/zones"
  },
  co2: {
    compute: "POST /co2/api/v2/compute-co2",
    computeBatch: "POST /co2/api/v2/compute-co2/batch",
    route: "POST /co2/api/v2/route"
  },
  ports: {
    list: "GET /co2/api/v2/ports"
  }
} as const satisfies OperationTable
