/** The properties of requests, as people name them. */
const NAMES: Readonly<Record<string, string>> = {
  number: "The number",
  sealine: "The carrier",
  reference: "The reference",
  url: "The URL",
  description: "The description",
  metadata: "The metadata",
  headers: "The custom headers",
  rateLimit: "The rate limit",
  secret: "The secret",
  filterTypes: "The choice of events",
  dateChangeThresholdHours: "The threshold of date changes",
  name: "The name",
  allowedNetworks: "The list of addresses",
  "departure.portCode": "The port of departure",
  "arrival.portCode": "The port of arrival",
  "vessel.imo": "The IMO number",
  "vessel.mmsi": "The MMSI",
  "vessel.speed": "The speed",
  "options.avoid": "The list of passages to avoid",
  "options.require": "The list of required passages"
}

/**
 * A sentence of the server about a value of a request: the path of the value, and what is wrong with it. After a colon, that
 * is a sentence of its own.
 */
const ABOUT_VALUE = /^\$\.?(\S*?)(:?) (.*)$/s

/**
 * A detail of an error in the words of the page. The server names a value by its path, such as `$.requests[2].arrival.portCode`;
 * a person has seen a field or a row instead.
 */
export const faultSentence = (detail: string): string => {
  const [, path, colon, rest] = ABOUT_VALUE.exec(detail) ?? []
  if (path === undefined || rest === undefined) return detail
  if (colon === ":") return rest
  const keys = path
    .replace(/\[[^\]]*\]/g, "")
    .split(".")
    .filter((key) => !["", "requests", "shipments"].includes(key))
    .join(".")
  const name = NAMES[keys] ?? NAMES[keys.split(".")[0] ?? ""] ?? (keys === "" ? "The request" : `“${keys}”`)
  return `${name} ${rest.replace(/, got (.*?)(?=;|$)/s, " (entered: $1)")}${/[.!?]$/.test(rest) ? "" : "."}`
}

/** A sentence of the server about a line of shipments, whose number is beside it. */
export const lineFaultSentence = (reason: string, number: string): string =>
  reason
    .replace(
      /(^|\. )(number|sealine|reference) (?=must|is)/g,
      (_, before: string, name: string) => `${before}${NAMES[name]} `
    )
    .replace(/, got "([^"]*)"/g, (_, entered: string) =>
      entered.toUpperCase() === number.toUpperCase() ? "" : ` (entered: ${entered})`
    )
