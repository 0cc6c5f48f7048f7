import { daysAndHours, decimal, signed } from "./Numbers.ts"

/** Congestion of ports. */
export const congestion = {
  title: "Congestion",
  subtitle: "How busy a port is, from the vessels in it.",
  search: "Port",
  searchHint: "Add a port by name or UN/LOCODE",
  cost: "Figures cost 1 credit for each port. A history, the times of one type of vessel and a page of calls cost 5 credits each. Zones are free. Data is loaded again only on request.",
  empty: {
    title: "Choose a port",
    examples: "Some large ports",
    body: "Its berth occupation, the vessels in it and the time that they spend appear here. Further ports are compared with it."
  },
  remove: (port: string) => `Remove ${port}`,
  ports: "Ports",
  refresh: "Refresh",
  unknown: "Unknown",
  noData: {
    title: "No data of this port yet",
    body: "The figures come from position reports of vessels (AIS) and from reported port calls. The operator of this server connects or imports them."
  },
  unknownPort: {
    title: (code: string) => `No port has the code ${code}`,
    body: "The code may be misspelt, or the port is not one of the known sea ports.",
    search: "Search for the port by name or UN/LOCODE",
    row: "No such port"
  },
  figures: {
    occupation: "Berth occupation",
    gap: (points: number) => `${decimal(Math.abs(points), 1)} points ${points >= 0 ? "above" : "below"} its mean`,
    vessels: "Vessels in port",
    time: "Median time in port",
    range: (least: string, most: string) => `from ${least} to ${most}`,
    trend: "Change in 7 days",
    against: "vessels in port",
    same: "as many as a week ago",
    quality: "Quality",
    asOf: "at {time}"
  },
  hours: daysAndHours,
  confidence: { high: "High", medium: "Medium", low: "Low" },
  reasons: {
    capacity_unknown: "The number of berths is not known: set it, or wait for 90 days of data.",
    history_too_short: "The history is too short for a mean.",
    vessels_unassigned: "Vessels wait at an anchorage that several ports share, and it is not known for which of them.",
    reports_incomplete:
      "There is no position report, and too few days have reported calls: other vessels may be in port.",
    vessels_unclassified: "Vessels in port have not sent their type, and would change the figure by more than a tenth.",
    no_completed_calls: "No call was completed in the window.",
    vessel_type_unknown: "The reports do not identify vessels of this type.",
    no_recent_position: "No position report for too long."
  },
  compare: {
    title: "Comparison",
    port: "Port",
    occupation: "Berth occupation",
    gap: "Gap to mean, points",
    vessels: "Vessels in port",
    time: "Median time in port",
    quality: "Quality"
  },
  classes: {
    title: "By type of vessel",
    commercialVessels: "All commercial",
    cargo: "Cargo",
    tanker: "Tankers",
    roro: "Ro-ros",
    type: "Type",
    above: {
      history:
        "Above 100%, more vessels are at berth than in 98 of 100 hours of the past year, from which the number of berths is derived. The operator can set the number of berths.",
      operator: "Above 100%, more vessels are at berth than the number of berths that the operator set."
    }
  },
  history: {
    title: "History, 30 days",
    metric: "Figure",
    metrics: {
      vessels: "Vessels in port",
      occupation: "Berth occupation",
      gap: "Gap to mean",
      time: "Median time in port"
    },
    /** A value of a figure with its unit. */
    values: {
      vessels: (value: string) => value,
      occupation: (value: string) => `${value}%`,
      gap: (value: string) => `${value} pts`,
      time: (value: string) => `${value} h`
    },
    mean: "Mean of a year",
    compare: (ports: number) =>
      `Compare ${ports === 1 ? "the other port" : `${ports} other ports`} (${5 * ports} credits)`,
    /** The unit of a difference of a figure. */
    units: { vessels: "vessels", occupation: "points", gap: "points", time: "h" },
    trend: (change: string, unit: string, value: number) =>
      `Trend: the mean of the last ten days is ${value === 0 ? "that" : `${change} ${unit} ${value > 0 ? "above" : "below"} that`} of the first ten.`,
    quality: "Quality of each day, in the table too",
    qualityOf: (confidence: "high" | "medium" | "low") =>
      `${{ high: "High", medium: "Medium", low: "Low" }[confidence]} quality`,
    label: (metric: string, least: string, most: string) => `${metric} in the last 30 days, from ${least} to ${most}`,
    none: "There is no data of this port in the last 30 days.",
    asTable: "As a table",
    day: "Day"
  },
  times: {
    title: "Times at berth and waiting times",
    ask: "How long vessels are at berth and how long they wait for one: for the port and each of its terminals, with the change and the last 12 weeks.",
    load: "Show times (5 credits)",
    period: "Period",
    days: (days: number) => `Last ${days} days`,
    vessels: "Vessels",
    /** A class that is not loaded yet. */
    priced: (name: string) => `${name} (5 credits)`,
    berth: "Median at berth",
    berthChange: "Change at berth",
    waiting: "Median wait",
    waitingChange: "Change of the wait",
    waitingNow: "Waiting now",
    /** The number of times behind a figure, and the time that nearly all of them did not exceed. */
    basis: {
      berth: (count: number, most: string) =>
        `of ${count.toLocaleString()} ${count === 1 ? "stay" : "stays"}; 90% within ${most}`,
      waiting: (count: number, most: string) =>
        `of ${count.toLocaleString()} ${count === 1 ? "call" : "calls"}; 90% within ${most}`
    },
    noTimes: { berth: "No stay at berth ended in this period.", waiting: "No vessel got a berth in this period." },
    soFar: (median: string) => `for ${median} so far (median)`,
    noneWaiting: "No vessel is at anchor.",
    waitingUnknown: "No position of the port was received for 24 hours.",
    change: (hours: number) => `${signed(hours, hours === 0 ? 0 : 1)} h`,
    trends: {
      longer: (low: string, high: string) => `longer than in the period before: ${low} to ${high} (95% interval)`,
      shorter: (low: string, high: string) => `shorter than in the period before: ${low} to ${high} (95% interval)`,
      unclear: (low: string, high: string) => `no clear change: ${low} to ${high} (95% interval)`
    },
    unknown: {
      too_few_times: "Too few to compare with the period before: 8 are needed in each period.",
      not_covered: "Too few days have data, in this period or in the one before."
    },
    chart: "Median of each week",
    chartLabel: (weeks: number) => `Median time at berth and median wait in each of the last ${weeks} weeks`,
    lines: { berth: "At berth", waiting: "Wait for a berth" },
    asTable: "As a table",
    week: "Week until",
    stays: "Stays at berth",
    coveredDays: "Days with data",
    places: "By terminal",
    place: "Terminal or berth zone",
    outside: "Berths outside all zones",
    compare: {
      title: "Times compared",
      port: "Port",
      period: "Period of the comparison",
      vessels: "Vessels of the comparison",
      ask: "How long vessels are at berth in each of these ports, how long they wait for one, and how both have changed.",
      load: (ports: number, credits: number) => `Compare the times of ${ports} ports (${credits} credits)`,
      priced: (name: string, credits: number) => `${name} (${credits} credits)`,
      limit: (ports: number) => `The first ${ports} ports are compared.`,
      missing: (codes: string) => `Without data, and free: ${codes}.`
    },
    noPlaces: "No berth of this port is known by its terminal.",
    within: "90% within"
  },
  quality: {
    title: "Basis of the figures",
    area: "Area",
    areas: {
      operator: "Zones of the operator",
      curated: "Curated terminals and anchorages",
      default: "The water around the port"
    },
    berths: "Berths",
    berthsOf: (berths: number, source: "operator" | "history") =>
      `${berths} (${source === "operator" ? "set by the operator" : "derived from the history"})`,
    calls: "Calls",
    callsOf: (completed: number, open: number) =>
      `${completed.toLocaleString()} completed, ${open.toLocaleString()} in progress`,
    days: "Days with data",
    last: "Last position report",
    evidence: "At berth by",
    evidences: { zones: "Berth zones", navigation_status: "The status that crews set" },
    unclassified: "Neither at berth nor at anchor",
    agedOut: "Not counted, silent for too long",
    missing: "Unknown figures"
  },
  calls: {
    title: "Calls behind the figures",
    behind: "Figure",
    behindOf: {
      vesselsInPort: (count: number) => `Vessels in port (${count.toLocaleString()})`,
      occupation: (count: number) => `At berth, for the occupation (${count.toLocaleString()})`,
      waiting: (count: number) => `At anchor, for the queue (${count.toLocaleString()})`,
      timeInPort: (count: number) => `Completed, for the time in port (${count.toLocaleString()})`,
      all: (count: number) => `All calls of 30 days (${count.toLocaleString()})`
    },
    rest: (count: number) => `${count.toLocaleString()} more ${count === 1 ? "call" : "calls"}`,
    more: "Load newer calls (5 credits)",
    partly: "Not every call is loaded yet: the newest are missing.",
    vessel: "Vessel",
    type: "Type",
    arrived: "Arrived",
    left: "Left",
    inPort: "In port",
    stays: "Stays",
    duration: "Duration",
    source: "Source",
    sources: { ais: "AIS", report: "Report" },
    kinds: { berth: "Berth", anchorage: "Anchorage", unknown: "Unknown place" },
    unnamed: "Unnamed vessel",
    none: "No call in this period."
  },
  map: {
    title: "Vessels, zones and queue",
    /** `vessels` is undefined before they are loaded, which costs credits. */
    label: (port: string, vessels: number | undefined, zones: number) => {
      const zoneCount = `${zones} ${zones === 1 ? "zone" : "zones"}`
      if (vessels === undefined) return `${port} with ${zoneCount}`
      return `${port} with ${vessels} ${vessels === 1 ? "vessel" : "vessels"} and ${zoneCount}`
    },
    groups: { type: "Vessel type", place: "Place", zone: "Zone" },
    ask: "The zones are shown free of charge. The vessels, the queue and the calls behind each figure cost 5 credits.",
    load: "Show vessels and calls (5 credits)",
    otherType: "Type unknown",
    kinds: { berth: "At berth", anchorage: "At anchor", unknown: "Stopped elsewhere" },
    zones: { BERTH: "Berth", ANCHORAGE: "Anchorage", PORT_AREA: "Port area" },
    state: (kind: string, time: string) => `${kind} for ${time}`,
    waiting: "At anchor",
    median: "Median wait so far",
    longest: "Longest wait",
    unassigned: "Destination unknown",
    queue: (name: string, count: number) => `${name}: ${count.toLocaleString()}`,
    noZone: "Outside the known anchorages",
    noQueue: "No vessel waits at anchor.",
    queueUnknown: "It is not known whether vessels wait at anchor: the port has no recent positions.",
    noPositions: "No vessel has a position: the calls were reported, and reports name no place within the port.",
    zoneCount: (count: number) => `${count.toLocaleString()} ${count === 1 ? "zone" : "zones"} on the map`
  },
  types: { cargo: "Cargo", tanker: "Tanker", roro: "Ro-ro" }
}
