const MAX_SHOWN_LENGTH = 80

/** A value may be a secret when the last word of its name, or of a name above it, is one of these. */
const SECRET_WORDS = new Set([
  "apikey",
  "authorization",
  "cookie",
  "headers",
  "key",
  "password",
  "secret",
  "secrets",
  "token"
])

/** The prefixes of signing secrets and API keys, which are never shown wherever they occur. */
const SECRET_PREFIX = /^\s*(whsec_|lf_)/i

const lastWord = (key: PropertyKey): string =>
  String(key)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "")
    .at(-1) ?? ""

/** Whether a value at this path may be a secret, which no response repeats. */
export const isSecretPath = (path: ReadonlyArray<PropertyKey>): boolean =>
  path.some((key) => typeof key !== "number" && SECRET_WORDS.has(lastWord(key)))

const formatText = (text: string): string | undefined => {
  if (SECRET_PREFIX.test(text)) return undefined
  // A URL may carry a password between `//` and the last `@`, whose signs are not always encoded.
  const masked = text.replace(/\/\/(?:[^\s/]*:\S*|[^\s/]*)@/g, "//…@")
  // A cut within a surrogate pair drops its first half as well.
  const shown =
    masked.length <= MAX_SHOWN_LENGTH ? masked : masked.slice(0, MAX_SHOWN_LENGTH).replace(/[\ud800-\udbff]$/, "")
  const quoted = JSON.stringify(shown)
  return masked.length <= MAX_SHOWN_LENGTH ? quoted : `${quoted.slice(0, -1)}…" (${text.length} characters)`
}

/**
 * A value as a response may repeat it: a string in quotes, cut after 80 characters; a number, true, false or null.
 * Undefined for an object, an array, and a string that looks like a secret.
 */
export const formatValue = (value: unknown): string | undefined => {
  if (typeof value === "string") return formatText(value)
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value)
  return value === null ? "null" : undefined
}

/** The kind of a value: `a string`, `an object`, `null`. */
export const describeKind = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "an array"
  switch (typeof value) {
    case "object":
      return "an object"
    case "undefined":
      return "nothing"
    default:
      return `a ${typeof value}`
  }
}
