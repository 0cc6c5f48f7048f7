/** Messages and their attempts. */
export const logs = {
  title: "Logs",
  subtitle: "Every message, newest first, with what became of it.",
  live: "Live",
  newer: (count: number, more: boolean) =>
    `${count}${more ? "+" : ""} new ${count === 1 && !more ? "message" : "messages"}: show`,
  filters: {
    endpoint: "Endpoint",
    type: "Event",
    status: "Status",
    time: "Time",
    shipment: "Shipment",
    any: "All",
    clear: "Clear filters",
    windows: { "1": "Last hour", "24": "Last 24 hours", "168": "Last 7 days" }
  },
  statuses: {
    pending: "Waiting",
    sending: "Sending",
    succeeded: "Delivered",
    exhausted: "Failed",
    skipped: "Skipped",
    retrying: "Retrying",
    none: "No endpoint"
  },
  statusFilter: {
    pending: "Waiting or retrying",
    sending: "Sending",
    succeeded: "Delivered",
    exhausted: "Failed",
    skipped: "Skipped"
  },
  columns: { time: "Time", event: "Event", status: "Status", deliveries: "Endpoints" },
  deliveries: (count: number) => `${count} ${count === 1 ? "endpoint" : "endpoints"}`,
  example: "Example",
  empty: "No message yet. Messages appear here as soon as a shipment moves, or when you send an example.",
  noMatch: "No message matches the filters.",
  end: "No older messages.",
  list: "Messages",
  message: {
    crumb: "Logs",
    deliveries: "Deliveries",
    attempts: "Attempts",
    attempt: (number: number) => `Attempt ${number}`,
    next: "Next attempt",
    noNext: "There is no further attempt. Resend it once the receiver is fixed.",
    resend: "Resend",
    resent: "The message is sent again.",
    why: "Why did this fail?",
    request: "Request",
    requestHeaders: "Headers",
    requestBody: "Body",
    signed: "each attempt has its own timestamp and signature",
    response: "Response",
    noResponse: "No response was received.",
    emptyBody: "The body was empty.",
    timing: "Timing",
    started: "Started",
    firstByte: "First byte",
    duration: "Duration",
    trigger: { automatic: "by the retry policy", manual: "on request" },
    shipment: "Shipment",
    created: "Created",
    id: "Id",
    none: "No attempt yet."
  }
}
