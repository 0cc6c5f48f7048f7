import { Schema } from "effect"

/** The plan of an account. Only `pay-as-you-go` includes alerts. */
export const Plan = Schema.Literals(["free", "pay-as-you-go"])
export type Plan = typeof Plan.Type

/** Whether the plan includes registering shipments and receiving alerts. */
export const includesAlerts = (plan: Plan): boolean => plan === "pay-as-you-go"
