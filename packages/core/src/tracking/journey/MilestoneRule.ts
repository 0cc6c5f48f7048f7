import { Schema } from "effect"

/** The rules that derive milestones from events. `docs/methods/journeys.md` describes each with an example. */
export const MilestoneRule = Schema.Literals([
  "laden-gate-out-before-first-pol",
  "laden-gate-in-before-first-pol",
  "inland-load-before-first-pol",
  "inland-departure-before-first-pol",
  "inland-arrival-before-first-pol",
  "laden-gate-in-at-first-pol",
  "inland-arrival-at-first-pol",
  "load-at-first-outbound-port",
  "vessel-departure-from-first-outbound-port",
  "vessel-arrival-at-change-of-vessel",
  "discharge-at-change-of-vessel",
  "load-at-change-of-vessel",
  "vessel-departure-from-change-of-vessel",
  "vessel-arrival-at-last-inbound-port",
  "discharge-at-last-inbound-port",
  "laden-gate-out-at-final-pod",
  "inland-departure-from-final-pod",
  "laden-gate-in-after-final-pod",
  "inland-arrival-after-final-pod",
  "inland-discharge-after-final-pod",
  "laden-gate-out-after-final-pod",
  "inland-departure-after-final-pod"
])
export type MilestoneRule = typeof MilestoneRule.Type
