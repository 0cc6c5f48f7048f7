import { type OperationExamples, pageOf } from "./OperationExample.ts"
import { examplePeriod, exampleUsages } from "./UsageExamples.ts"

const ACCOUNT_ID = "acc_01M81PJ62F8G6D4T0QZ3N5K7WB"

const account = {
  id: ACCOUNT_ID,
  name: "Harbour Lines",
  plan: "pay-as-you-go",
  monthlyCredits: 1_000_000,
  createdAt: "2026-03-01T12:00:00.000Z"
}

const key = {
  id: "key_01M81PJ63QW2E9R4T6Y8V0B5NC",
  accountId: ACCOUNT_ID,
  name: "Billing",
  prefix: "lf_7Kq2",
  state: "valid",
  createdAt: "2026-03-01T12:00:00.000Z",
  expiresAt: "2999-01-01T00:00:00.000Z",
  allowedNetworks: ["192.0.2.0/24"],
  lastUsedAt: null,
  revokedAt: null
}

/** Examples of the operator's accounts, credits and keys. */
export const adminExamples: OperationExamples = {
  "accounts.plans": {
    responses: {
      200: [
        { plan: "free", alerts: false, defaultMonthlyCredits: 1_000 },
        { plan: "pay-as-you-go", alerts: true, defaultMonthlyCredits: 1_000_000 }
      ]
    }
  },
  "accounts.create": {
    request: { name: "Harbour Lines", plan: "pay-as-you-go", monthlyCredits: 1_000_000 },
    responses: { 201: account }
  },
  "accounts.list": { responses: { 200: pageOf(account) } },
  "accounts.get": { responses: { 200: account } },
  "accounts.change": {
    request: { name: "Harbour Lines", plan: "pay-as-you-go", monthlyCredits: 2_000_000 },
    responses: { 200: { ...account, monthlyCredits: 2_000_000 } }
  },
  "accounts.topUp": {
    request: { credits: 50_000 },
    responses: { 201: { ...examplePeriod, credits: examplePeriod.credits + 50_000 } }
  },
  "accounts.currentPeriod": { responses: { 200: examplePeriod } },
  "accounts.periods": { responses: { 200: [examplePeriod] } },
  "accounts.usages": { responses: { 200: exampleUsages } },
  "keys.create": {
    request: { name: "Billing", expiresAt: "2999-01-01T00:00:00Z", allowedNetworks: ["192.0.2.0/24"] },
    responses: { 201: { ...key, secret: "lf_7Kq2…" } }
  },
  "keys.list": { responses: { 200: pageOf(key) } },
  "keys.revoke": { responses: { 200: { ...key, state: "revoked", revokedAt: "2026-03-02T08:00:00.000Z" } } }
}
