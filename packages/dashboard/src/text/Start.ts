/** The start: what is tracked, what comes, what changed, what fails. */
export const start = {
  title: "Start",
  subtitle: "What is under way, and what needs attention.",
  figures: {
    tracked: "Tracked",
    arrivals: "Arriving in 14 days",
    changes: "Changed in 24 h",
    failing: "Failing endpoints",
    credits: "Credits left",
    atLeast: (count: number) => `${count.toLocaleString()}+`,
    newest: (count: number) => `of the ${count.toLocaleString()} newest shipments`,
    none: "–"
  },
  arrivals: {
    title: "Arrivals in the next 14 days",
    shipment: "Shipment",
    port: "Port",
    date: "Arrival",
    change: "Since first reported",
    none: "No tracked shipment arrives in the next 14 days.",
    all: "All shipments",
    more: (count: number) => `and ${count.toLocaleString()} more`
  },
  changes: {
    title: "Changed since yesterday",
    time: "Last change",
    change: "Change",
    shipment: "Shipment",
    none: "No shipment has changed in the last 24 hours.",
    more: (count: number) => `and ${count.toLocaleString()} more`,
    all: "All alerts"
  },
  failing: {
    title: "Failing deliveries",
    endpoint: "Endpoint",
    status: "Status",
    reason: "Why",
    none: "Every endpoint receives its alerts.",
    noEndpoint: "No endpoint is set up. Without one, alerts are not sent.",
    setUp: "Set up an endpoint"
  },
  empty: {
    title: "Nothing is tracked yet",
    body: "Three ways to begin. Each takes about a minute.",
    demo: {
      title: "Watch a demo journey",
      body: "A container travels from Shanghai to Hamburg in front of you, event by event. It costs 10 credits, like every shipment, and notifies the endpoints on which new shipments are enrolled.",
      action: "Run the demo journey"
    },
    track: {
      title: "Track your first container",
      body: "Its number is enough. Its carrier is found by the first four letters."
    },
    alert: {
      title: "Set up an alert",
      body: "Enter the URL of your receiver. It is notified when a shipment reaches a milestone, and receives a sample immediately.",
      action: "Set up an alert"
    }
  },
  demo: {
    title: "Demo journey",
    running: (step: number, steps: number) => `Event ${step} of ${steps}`,
    finished: "The journey is complete. Its shipment stays in the list.",
    open: "Open the shipment",
    reference: "Demo journey",
    steps: {
      booked: "The booking is confirmed: every date is planned",
      gateIn: "The container arrives at the port of Shanghai",
      sailed: "It is loaded, and EVER GIVEN departs",
      transhipped: "EVER GIVEN arrives in Singapore, and the container is discharged",
      connected: "It is loaded on EVER ACE, which departs",
      delayed: "A storm: EVER ACE is expected 25 hours later",
      arrived: "EVER ACE arrives in Hamburg, and the container is discharged",
      delivered: "The container leaves the port by truck"
    }
  }
}
