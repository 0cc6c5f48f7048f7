/** Messages and their attempts. */
export const logs = {
  title: "Logs",
  subtitle: "Every message, newest first, with the state of its deliveries.",
  live: "Live",
  polling: "Updated every 2 seconds",
  lost: "Connection lost",
  newer: (count: number) => `${count.toLocaleString()} new ${count === 1 ? "message" : "messages"}: go to the top`,
  manyNewer: "Many new messages: reload the list",
  filters: {
    endpoint: "Endpoint",
    type: "Event",
    status: "Status",
    time: "Time",
    shipment: "Shipment",
    shipmentHint: "Number",
    shipmentNone: "No shipment has this number or reference.",
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
  columns: { time: "Time", event: "Event", shipment: "Shipment", endpoint: "Endpoint", status: "Status" },
  deliveries: (count: number) => `${count} ${count === 1 ? "endpoint" : "endpoints"}`,
  example: "Example",
  empty: {
    title: "No message yet",
    body: "Messages appear here when a registered shipment reaches a milestone, when a date changes, and when you send an example.",
    action: "Set up an alert"
  },
  noMatch: "No message matches the filters.",
  end: "No older messages.",
  list: "Messages",
  message: {
    crumb: "Logs",
    deliveries: "Deliveries",
    attempts: "Attempts",
    attempt: (number: number) => `Attempt ${number}`,
    next: "Next attempt",
    noNext: "No further attempt is planned. Fix the receiver, then resend the message.",
    resend: "Resend",
    resent: "The message is sent again.",
    why: "Why did this fail?",
    request: "Request",
    requestHeaders: "Request headers",
    requestBody: "Request body",
    signature: "v1,… (computed for each attempt, not stored)",
    headersHint:
      "The version and the headers of the endpoint are the current ones; an earlier attempt may have had others. The connection adds host and content-length.",
    response: "Response",
    responseHeaders: "Response headers",
    noResponse: "No response was received.",
    emptyBody: "The body was empty.",
    timing: "Timing",
    started: "Started",
    firstByte: "First byte",
    duration: "Duration",
    trigger: { first: "automatically", automatic: "by the retry policy", manual: "on request" },
    shipment: "Shipment",
    id: "Id",
    none: "No attempt yet."
  }
}
