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
    asTable: "As a table",
    none: "No call yet."
  },
  operations: {
    title: "Calls by operation, this period",
    operation: "Operation",
    /** What is counted beside the operations of the contract. */
    others: {
      "messages.stream": "Stream messages",
      "mcp.message": "Call a tool by MCP",
      unmatched: "Request an unknown path or method"
    },
    calls: "Calls",
    failed: "Failed",
    units: "Credits",
    none: "No call in this period yet.",
    rest: (count: number) => `${count} more ${count === 1 ? "operation" : "operations"}`
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
    credits: "Credits",
    unit: "For each",
    free: "Every other call is free."
  },
  limits: {
    title: "Limits",
    search: "Find a limit",
    limit: "Limit",
    value: "Value",
    action: "When it is reached",
    none: "No limit matches.",
    rest: (count: number) => `${count} more ${count === 1 ? "limit" : "limits"}`
  },
  keys: {
    title: "API keys",
    create: "Create a key",
    createdTitle: "The new key",
    once: "Copy the key now: it is shown this once, and stored nowhere.",
    secret: "API key",
    stored: "I have stored it",
    name: "Name",
    nameHint: "What uses the key, such as “Reporting”.",
    nameMissing: "Enter a name.",
    lifetimes: {
      never: "Never, or with the key that you signed in with",
      month: "In 30 days",
      quarter: "In 90 days",
      year: "In a year"
    },
    networksHint:
      "Addresses or networks such as 192.0.2.0/24, one a line. Empty: those of the key that you signed in with.",
    current: "(you signed in with it)",
    state: "State",
    states: { valid: "Valid", expired: "Expired", revoked: "Revoked" },
    created: "Created",
    lastUsed: "Last used",
    expires: "Expires",
    networks: "Allowed from",
    everywhere: "Everywhere",
    actions: "Action",
    revoke: "Revoke",
    revokeOf: (name: string) => `Revoke ${name}`,
    revokeTitle: (name: string) => `Revoke “${name}”?`,
    revokeBody: "Every server rejects requests with the key within one second. A revoked key does not come back.",
    revokeCurrent: "You signed in with this key: your session ends with it. Have another key at hand.",
    revoked: (name: string) => `“${name}” is revoked.`,
    account: "Account",
    plan: "Plan",
    plans: { free: "Free (without alerts)", "pay-as-you-go": "Pay as you go" }
  }
}
