/** The page of one application, which other pages embed. */
export const portal = {
  title: "Alerts",
  endpoints: "Endpoints",
  logs: "Logs",
  logsBody: "Every message to your endpoints, newest first.",
  noMessage: "Messages appear here when a shipment reaches a milestone, and when one of its dates changes.",
  logOfEndpoint: "All messages",
  none: "This application has no endpoint yet.",
  openOf: (name: string) => `Show ${name}`,
  back: "All endpoints",
  backToEndpoint: "Back to the endpoint",
  backToList: "Back to the logs",
  attempts: "Recent attempts",
  noAttempts: "No attempt yet.",
  urlFixed: "The endpoint has custom headers, which a new URL would receive: ask the operator to change it.",
  expired: {
    title: "This page has expired",
    body: "Load the page that contains it again."
  },
  missing: {
    title: "This page cannot be opened directly",
    body: "It is part of another page, which opens it with a token. Open that page."
  }
}
