import { Schema } from "effect"

/** What an account has subscribed to. Only `pay-as-you-go` includes alerts. */
export const Plan = Schema.Literals(["free", "pay-as-you-go"])
export type Plan = typeof Plan.Type

/** Whether the plan lets an account register shipments and receive alerts. */
export const includesAlerts = (plan: Plan): boolean => plan === "pay-as-you-go"
