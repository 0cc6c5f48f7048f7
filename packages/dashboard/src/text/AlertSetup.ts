/** Both ways to set up an alert. */
export const alertSetup = {
  fast: {
    title: "New alert",
    subtitle: "Get notified of the milestones of every shipment that you track, at one URL.",
    crumb: "Endpoints",
    custom: "Custom set-up"
  },
  url: {
    label: "Where should alerts go?",
    own: "My URL",
    ownHint: "Your receiver gets signed POST requests.",
    test: "The test receiver",
    testHint: "Built in: no URL is needed. The page of the endpoint shows what arrives, with its signature verified.",
    hint: "Must accept POST requests. To try it on this machine, run landfall listen and enter the URL that it prints.",
    placeholder: "https://example.com/alerts",
    missing: "Enter the URL that receives the alerts.",
    malformed: "Enter a whole URL that begins with https:// or http://.",
    checking: "Checking the URL",
    ok: "Alerts can be sent to this URL. The sample shows whether it accepts them."
  },
  shipments: {
    title: "Shipments",
    counting: "Counting the shipments that you track",
    count: (count: number, more: boolean) =>
      more
        ? `All shipments that you track are enrolled: more than ${count.toLocaleString()}.`
        : count === 0
          ? "You track no shipment yet."
          : count === 1
            ? "The shipment that you track is enrolled."
            : `All ${count.toLocaleString()} shipments that you track are enrolled.`,
    cost: (credits: number, left: number | null) =>
      `This costs ${credits.toLocaleString()} ${credits === 1 ? "credit" : "credits"}${left === null ? "" : ` of ${left.toLocaleString()} that are left`}.`,
    tooFew: "The credits do not cover all of them. The rest can be enrolled later, when credits are available.",
    future: "Also enrol the shipments that I track from now on"
  },
  events: {
    title: "Events",
    defaults:
      "You are notified when a container is discharged at its final port of discharge, and when that date changes.",
    edit: "Choose other events",
    chosen: (count: number) => `${count} ${count === 1 ? "event type" : "event types"} chosen`,
    countOf: (count: number, total: number) => `${count} of ${total}`,
    onRequest: "Sent only when you choose them here:",
    search: "Filter events",
    all: (group: string) => `All: ${group}`,
    none: "Choose at least one event.",
    noMatch: "No event matches the filter.",
    milestone: "Milestone",
    dateChange: "Date change",
    notify: "Notify",
    groups: {
      origin: "Before the first port of loading",
      loading: "First port of loading",
      transhipment: "Transhipment",
      discharge: "Final port of discharge",
      destination: "After the final port of discharge",
      tracking: "Tracking",
      optIn: "Shipments and ports",
      operational: "Deliveries and credits"
    }
  },
  submit: "Create alert and send a sample",
  done: {
    title: "The alert is set up",
    sample: "Sample event",
    enrolment: "Enrolment",
    enrolling: (done: number, total: number) =>
      `${done.toLocaleString()} of ${total.toLocaleString()} shipments enrolled`,
    enrolled: (done: number) =>
      done === 0
        ? "No shipment is tracked yet."
        : `${done.toLocaleString()} ${done === 1 ? "shipment is" : "shipments are"} enrolled.`,
    next: "Next",
    endpoint: "Open the endpoint",
    verify: "Verify the signature in your receiver: the page of the endpoint has the secret and code to copy.",
    track: "You track no shipment yet. Track one to receive alerts about it.",
    message: "Open the sample in the logs"
  }
}
