import type { OperationExamples } from "./OperationExample.ts"

/** A credit period. */
export const examplePeriod = {
  id: "0198c5a2-7d3e-7c41-9a55-3f0e6f1c2b90",
  credits: 999_964,
  creditsInitial: 1_000_000,
  periodStart: "2026-03-01T00:00:00.000Z",
  periodEnd: "2026-04-01T00:00:00.000Z",
  expired: false
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
  "dashboard.link": {
    responses: {
      200: {
        url: "https://landfall.example.com/dashboard/sign-in#link=lfl_5xN0…",
        expiresAt: "2026-03-01T12:05:00.000Z"
      }
    }
  },
  "limits.get": {
    responses: {
      200: {
        limits: [
          {
            limit: "request.lines",
            value: 10_000,
            default: 10_000,
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
