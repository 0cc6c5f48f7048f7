/** Usage and account: credits, calls, keys, tariff and limits. */
export const account = {
  title: "Usage and account",
  subtitle: "Credits, calls and limits of this account.",
  credits: {
    title: "Credits",
    left: "Credits left",
    ofInitial: (initial: number) => `of ${initial.toLocaleString()} at the start of the period`,
    used: "Used in this period",
    ends: "Period ends",
    calls: "Calls, last 12 months",
    failed: (count: number) => `${count.toLocaleString()} failed`,
    none: "No credit period",
    unmetered: "This account has no credit period.",
    low: "Few credits are left. Calls that cost credits are rejected with 402 when none remain: ask the operator for a top-up."
  },
  months: {
    title: "Calls by month",
    chart: (months: number) => `Calls of the last ${months} months`,
    succeeded: "Succeeded",
    clientErrors: "Rejected (4xx)",
    serverErrors: "Failed (5xx)",
    month: "Month",
    all: "Calls",
    units: "Credits",
    bar: (month: string, all: number, failed: number) =>
      `${month}: ${all.toLocaleString()} ${all === 1 ? "call" : "calls"}, ${failed.toLocaleString()} of them failed`,
    asTable: "As a table",
    none: "No call yet."
  },
  operations: {
    title: "Calls by operation, this period",
    operation: "Operation",
    calls: "Calls",
    failed: "Failed",
    units: "Credits",
    none: "No call in this period yet.",
    rest: (count: number) => `${count} more operations`
  },
  periods: {
    title: "Credit periods",
    from: "From",
    to: "To",
    initial: "At the start",
    left: "Left",
    current: "Current",
    expired: "Ended"
  },
  tariff: {
    title: "Tariff",
    operation: "Operation",
    credits: "Credits",
    unit: "For each",
    free: "Every other call is free."
  },
  limits: {
    title: "Limits",
    search: "Find a limit",
    limit: "Limit",
    value: "Value",
    action: "When it is met",
    none: "No limit matches.",
    rest: (count: number) => `${count} more limits`
  },
  keys: {
    title: "API keys",
    body: "Keys are issued, renewed and revoked by the operator of this server. A key is shown once, when it is made; ask the operator for a new one when it is lost, and revoke the old.",
    account: "Account",
    plan: "Plan",
    plans: { free: "Free (without alerts)", "pay-as-you-go": "Pay as you go" },
    reference: "API reference"
  }
}
