import { type OperationExamples, pageOf } from "./OperationExample.ts"

/** A credit period. */
export const examplePeriod = {
  id: "0198c5a2-7d3e-7c41-9a55-3f0e6f1c2b90",
  credits: 999_964,
  creditsInitial: 1_000_000,
  periodStart: "2026-03-01T00:00:00.000Z",
  periodEnd: "2026-04-01T00:00:00.000Z",
  expired: false
}

const apiKey = {
  id: "key_01M81PJ63QW2E9R4T6Y8V0B5NC",
  accountId: "acc_01M81PJ62F8G6D4T0QZ3N5K7WB",
  name: "Reporting",
  prefix: "lf_5xN0",
  state: "valid",
  createdAt: "2026-03-01T08:00:00.000Z",
  expiresAt: "2027-01-01T00:00:00.000Z",
  allowedNetworks: ["192.0.2.0/24"],
  lastUsedAt: "2026-03-01T11:58:00.000Z",
  revokedAt: null
}

const counts = { allCalls: 48, successCalls: 45, clientErrorCalls: 3, serverErrorCalls: 0, consumedApiUnits: 36 }

/** Calls by outcome and month. */
export const exampleUsages = { ...counts, periodicUsages: { "2026-03": counts } }

const consumption = (group: string): OperationExamples => ({
  [`${group}.currentPeriod`]: { responses: { 200: examplePeriod } },
  [`${group}.periods`]: { responses: { 200: [examplePeriod] } },
  [`${group}.usages`]: { responses: { 200: exampleUsages } },
  [`${group}.operationUsages`]: { responses: { 200: { operations: [{ operation: "co2.compute", ...counts }] } } }
})

/** Examples of credits and usage. */
export const usageExamples: OperationExamples = {
  ...consumption("consumption"),
  ...consumption("congestionConsumption"),
  ...consumption("co2Consumption"),
  "apiKeys.list": {
    responses: {
      200: pageOf({ ...apiKey, current: true })
    }
  },
  "apiKeys.create": {
    request: { name: "Reporting", expiresAt: "2027-01-01T00:00:00.000Z" },
    responses: { 201: { ...apiKey, secret: "lf_5xN0…" } }
  },
  "apiKeys.revoke": {
    responses: { 200: { ...apiKey, state: "revoked", revokedAt: "2026-03-01T12:00:00.000Z", current: false } }
  },
  "dashboard.link": {
    responses: {
      200: {
        url: "https://landfall.example.com/dashboard/sign-in#link=lfl_5xN0…",
        expiresAt: "2026-03-01T12:05:00.000Z"
      }
    }
  },
  "dashboard.portal": {
    request: { readOnly: false },
    responses: {
      201: {
        token: "lfp_5xN0…",
        url: "https://landfall.example.com/dashboard/portal#token=lfp_5xN0…&access=editor",
        readOnly: false,
        expiresAt: "2026-03-01T13:00:00.000Z"
      }
    }
  },
  "limits.get": {
    responses: {
      200: {
        limits: [
          {
            limit: "request.lines",
            value: 2_500,
            default: 2_500,
            used: null,
            unit: "lines",
            meaning: "Lines of one request to easy-shipment, over all its endpoints.",
            action: "Split the request into smaller ones."
          }
        ]
      }
    }
  },
  "tariff.get": {
    responses: { 200: { operations: [{ operation: "co2.voyage", credits: 1, unit: "one voyage with a result" }] } }
  }
}
