/** The set-up of an alert in steps. */
export const customSetup = {
  title: "Custom set-up",
  subtitle: "Choose how alerts are delivered, which events you receive, and for which shipments.",
  progress: "Steps",
  fast: "Quick set-up instead",
  restart: "Start over",
  steps: { endpoint: "Endpoint", events: "Events", shipments: "Shipments", review: "Review" },
  incomplete: "Something is missing or not valid. It is marked above; correct it, then continue.",
  endpoint: {
    destination: "Destination",
    label: "Labels",
    description: "Description",
    descriptionHint: "A note for you, which the lists show with the URL. It is not sent.",
    metadata: "Metadata",
    metadataHint: "Your own labels, such as “team” with the value “imports”. They are not sent.",
    metadataLong: "A name has at most 40 characters, and a value at most 500.",
    delivery: "Delivery",
    rateLimit: "Messages a second",
    rateLimitHint: "1 to 1,000. Leave empty to send as fast as your receiver responds.",
    headers: "Custom headers",
    headersHint: "Sent with every alert. Their values are not shown again, and not stored in this browser.",
    headerName: "A header name has letters, digits and hyphens, without blanks.",
    headerValue: "Enter the value. Values are not stored in this browser, and are lost when the page is reloaded.",
    nameMissing: "Enter a name, or remove this row.",
    nameRepeated: "Another header has this name. Remove one of the two.",
    secret: "Signing secret",
    secretNew: "Generate a secret",
    secretNewHint: "Random, and shown on the page of the endpoint.",
    secretOwn: "Use my own secret",
    secretOwnHint: "For a receiver that already verifies with a secret.",
    secretLabel: "Secret",
    secretHint: "whsec_ and the base64 of 24 to 64 bytes. It is not stored in this browser.",
    secretFault: "Enter whsec_ and the base64 of 24 to 64 bytes, or let the server generate one."
  },
  events: {
    title: "Events",
    presets: "Presets",
    defaults: "Final discharge only",
    catalogue: "Whole catalogue",
    none: "None",
    threshold: "Notify of a date that moves by more than (hours)",
    thresholdHint: "Small moves add up: what counts is the date that you were notified of last."
  },
  shipments: {
    title: "Shipments",
    which: "Which shipments",
    all: "Every shipment that I track",
    allHint: (count: string) => `${count} now.`,
    chosen: "Only those that I choose",
    chosenHint: "Choose among those that you track, or enter numbers.",
    tracked: "Choose among tracked shipments",
    trackedNone: "You track no shipment yet. Enter numbers below.",
    search: "Number, carrier or reference",
    selected: (count: number) => `${count.toLocaleString()} chosen`,
    selectShown: (count: number) =>
      count === 1 ? "The one that is shown" : `All ${count.toLocaleString()} that are shown`,
    noMatch: "No shipment that is loaded matches the filter.",
    enter: "Enter numbers",
    enterHint:
      "One a line: a container number, or a booking or bill of lading followed by a comma and the carrier's code (MAEU). A second comma adds your own reference. A file may have a line of headings.",
    placeholder: "MSCU6639870\nMSKU7194304, MAEU, PO-2026-117",
    lines: "Numbers",
    upload: "Choose a file (CSV or text)",
    checking: "Checking the lines",
    valid: (count: number) => `${count.toLocaleString()} ${count === 1 ? "line is" : "lines are"} valid.`,
    faulty: (count: number) =>
      `${count.toLocaleString()} ${count === 1 ? "line is" : "lines are"} invalid and ${count === 1 ? "is" : "are"} skipped:`,
    more: (count: number) => `and ${count.toLocaleString()} more`,
    line: (line: number) => `Line ${line.toLocaleString()}`,
    repeated: (line: number) => `is the same as line ${line.toLocaleString()}.`,
    tooMany: (count: number, most: number) =>
      `${count.toLocaleString()} lines are more than ${most.toLocaleString()}. Enter the first ${most.toLocaleString()} here, and the rest once the alert is set up.`,
    fileTooLarge: "The file is larger than 2 MB. Choose one with at most 10,000 lines.",
    future: "Also notify of shipments that I track from now on",
    missing: "Choose a shipment, enter a number, or tick that later shipments are notified too."
  },
  review: {
    title: "Review",
    edit: (step: string) => `Edit: ${step}`,
    editShort: "Edit",
    url: "URL",
    newSecret: "Generated",
    ownSecret: "Yours",
    events: "Events",
    threshold: "Date changes",
    shipments: "Shipments",
    allShipments: (count: string) => `Every shipment that you track: ${count}`,
    chosenShipments: (tracked: number, entered: number) =>
      [
        tracked === 0 ? "" : `${tracked.toLocaleString()} that you track`,
        entered === 0 ? "" : `${entered.toLocaleString()} ${entered === 1 ? "number" : "numbers"} that you entered`
      ]
        .filter((text) => text !== "")
        .join(" and ") || "None yet",
    later: "Later shipments",
    laterYes: "Are notified too",
    laterNo: "Are not notified",
    cost: "Cost",
    costOf: (credits: number, left: number | null) =>
      `At most ${credits.toLocaleString()} ${credits === 1 ? "credit" : "credits"}${left === null ? "" : ` of ${left.toLocaleString()} that are left`}`,
    tooFew: "The credits do not cover all of them. Choose fewer shipments, or ask the operator for a top-up.",
    submit: "Create alert and send a sample"
  },
  registration: {
    title: "Registration",
    progress: (done: number, total: number) =>
      `${done.toLocaleString()} of ${total.toLocaleString()} shipments registered`,
    done: (count: number) => `${count.toLocaleString()} ${count === 1 ? "shipment is" : "shipments are"} registered.`,
    rejected: (count: number) => `${count.toLocaleString()} ${count === 1 ? "line was" : "lines were"} rejected:`,
    failed: "The endpoint exists, and these shipments are not registered yet."
  }
}
