/** Endpoints: the list, one endpoint, and what can be done with it. */
export const endpoints = {
  title: "Endpoints",
  subtitle: "URLs that receive signed webhooks.",
  fast: "New alert",
  custom: "Custom set-up",
  search: "Filter by URL or description",
  columns: {
    url: "Endpoint",
    status: "Status",
    events: "Events",
    success: "Success, 24 h",
    latency: "Mean response",
    lastFailure: "Last attempt"
  },
  empty: {
    title: "No endpoint yet",
    body: "An endpoint is your URL that is notified when a shipment reaches a milestone or its dates change. It takes a minute: enter a URL, or use the test receiver.",
    action: "Set up an alert"
  },
  noMatch: "No endpoint matches the filter.",
  allEvents: "Whole catalogue",
  events: (count: number) => `${count} ${count === 1 ? "type" : "types"}`,
  noAttempts: "No attempt yet",
  status: {
    healthy: "Healthy",
    failing: "Failing",
    disabled: "Paused",
    probing: "Recovering"
  },
  disabledBy: {
    owner: "This endpoint was paused (in the API: disabled). It receives nothing until it is resumed.",
    gone: "The receiver responded with 410 Gone, and deliveries stopped. Resume the endpoint once the URL accepts alerts again.",
    failing:
      "Every delivery failed for days, and deliveries stopped. Fix the receiver, then resume the endpoint and recover what it missed."
  },
  openAttempt: "Open the last attempt",
  failingSince: "Every delivery has failed since {since}.",
  disabledFrom: "It will be paused unless one succeeds before {time}.",
  probing: "It was resumed, and sends one delivery at a time until one succeeds.",
  health: {
    title: "Health, last 24 hours",
    success: "Success rate",
    mean: "Mean response time",
    longest: (duration: string) => `Longest ${duration}`,
    waiting: "Waiting",
    retrying: "Retrying",
    attempts: (count: number) => `${count.toLocaleString()} ${count === 1 ? "attempt" : "attempts"}`,
    chart: "Attempts by hour: succeeded and failed",
    from: "24 hours ago",
    now: "Now",
    most: (count: number) =>
      count === 0 ? "" : `Busiest hour: ${count.toLocaleString()} ${count === 1 ? "attempt" : "attempts"}`,
    pausedUntil: "The receiver requested a wait until {time}."
  },
  attempts: {
    title: "Recent attempts",
    all: "All attempts",
    time: "Time",
    type: "Event",
    result: "Result",
    duration: "Duration",
    none: "No attempt yet. Send an example to see one.",
    succeeded: "Succeeded",
    failed: "Failed"
  },
  received: {
    title: "Received",
    body: "The test receiver verifies each alert with the secret of this endpoint, as your receiver does. Nothing leaves the server. Values of custom headers are hidden.",
    verified: "Signature verified",
    notVerified: "Not verified",
    headersOf: (id: string) => `Headers of ${id}`,
    bodyOf: (id: string) => `Body of ${id}`,
    open: "Open in the log"
  },
  settings: {
    title: "Settings",
    url: "URL",
    description: "Description",
    events: "Events",
    format: "Format",
    formats: { standard: "Standard Webhooks", cloudevents: "CloudEvents" },
    rateLimit: "Rate limit",
    perSecond: (count: number) => `${count} ${count === 1 ? "message" : "messages"} a second`,
    noLimit: "No limit",
    threshold: "Date changes",
    thresholdValue: (hours: number) => `Notified when a date moves by more than ${hours} h`,
    headers: "Custom headers",
    metadata: "Metadata",
    created: "Created",
    editEvents: "Choose events",
    id: "Id"
  },
  actions: {
    edit: "Edit",
    pause: "Pause",
    resume: "Resume",
    example: "Send example",
    remove: "Delete",
    recover: "Recover"
  }
}

/** The dialogs of one endpoint. */
export const endpointDialogs = {
  edit: {
    title: "Edit endpoint",
    url: "URL",
    urlHint: "https://, with a path that receives POST requests.",
    description: "Description",
    descriptionHint: "A note for you. It is not sent.",
    rateLimit: "Messages a second",
    rateLimitHint: "1 to 1,000. Leave empty for no limit.",
    rateLimitFault: "Enter a whole number from 1 to 1,000, or nothing.",
    threshold: "Notify of a date that moves by more than (hours)",
    thresholdFault: "Enter a whole number from 0 to 720.",
    enrolFuture: "Shipments that are tracked from now on are notified here too.",
    headersHidden: (names: ReadonlyArray<string>) =>
      `${names.join(", ")}: the values are hidden. To change one, enter all of them again.`,
    replaceHeaders: "Replace the headers",
    saved: "The endpoint was saved."
  },
  events: {
    title: "Choose events",
    whole: "The whole catalogue, with the types that are added to it later",
    saved: "The endpoint receives the events that you chose."
  },
  pause: {
    title: "Pause this endpoint?",
    body: "It receives nothing until it is resumed (in the API: disabled). Alerts are recorded as skipped meanwhile, and can be replayed afterwards.",
    action: "Pause",
    done: "The endpoint is paused."
  },
  resumed: "The endpoint receives alerts again.",
  example: {
    title: "Send an example",
    type: "Event type",
    action: "Send",
    body: 'The example is signed like every alert, and marked with "example": true.',
    sent: "The example was sent. Its outcome appears here.",
    waiting: "Waiting for the response",
    delivered: (status: number, millis: number) => `The receiver responded with ${status} in ${millis} ms.`,
    open: "Open the attempt"
  },
  remove: {
    title: "Delete this endpoint?",
    body: "Alerts to this URL stop immediately. This cannot be undone:",
    shipments: (count: number, more: boolean) =>
      more
        ? `more than ${count.toLocaleString()} shipments are no longer notified here`
        : count === 0
          ? "no shipment is registered on this endpoint"
          : `${count.toLocaleString()} ${count === 1 ? "shipment is" : "shipments are"} no longer notified here`,
    waiting: (count: number) =>
      count === 0
        ? "no delivery is waiting"
        : `${count.toLocaleString()} ${count === 1 ? "waiting delivery is" : "waiting deliveries are"} not sent`,
    stays: "Shipments stay tracked, and other endpoints are not affected.",
    confirm: "Type the host of the URL to confirm",
    action: "Delete endpoint",
    done: "The endpoint was deleted."
  },
  secret: {
    title: "Signing secret",
    body: "Verify each request with it: only Landfall and you know it.",
    reveal: "Reveal",
    hide: "Hide",
    rotate: "Rotate",
    rotateTitle: "Rotate the secret?",
    rotateBody:
      "A new secret is generated now. For 24 hours, messages are signed with both secrets, so that you can replace the old one without a gap.",
    rotated: "The new secret is in force. The old one is valid for 24 more hours."
  },
  verify: { title: "Verify a request", body: "Verify the raw body, before a JSON parser changes it." },
  recover: {
    title: "Recover and replay",
    body: "Send again what this endpoint has not received.",
    failed: "Failed deliveries",
    failedHint: "Every attempt failed, and no further attempt is planned.",
    missed: "Missed alerts",
    missedHint: "Skipped while the endpoint was paused, by the plan, or by a filter that admits them now.",
    since: "Since",
    windows: { "1": "1 hour", "24": "24 hours", "168": "7 days", "720": "30 days" },
    start: (count: number) => `Send ${count.toLocaleString()} again`,
    nothing: "Nothing to send",
    unknown: "Not counted",
    progress: (done: number, total: number) => `${done.toLocaleString()} of ${total.toLocaleString()} queued again`,
    completed: (done: number) =>
      `${done.toLocaleString()} ${done === 1 ? "delivery was" : "deliveries were"} queued again.`,
    cancelled: "The task was cancelled."
  }
}
