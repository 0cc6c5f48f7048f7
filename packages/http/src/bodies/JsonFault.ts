/** Non-finite numbers in the position of a JSON value, as some programs write them. */
const NON_FINITE_NUMBER = /([:,[]\s*)-?(?:NaN|Infinity)\b/g

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const NON_FINITE_FAULT = "$ contains NaN or Infinity, which JSON does not allow: send a number or omit the property."

/**
 * The reason why a text is not JSON, without its content: the position at which it is invalid; undefined when it is
 * valid.
 */
export const jsonFault = (text: string): string | undefined => {
  if (text.trim() === "") return "$ is missing: send a JSON document as the body."
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    if (isJson(text.replace(NON_FINITE_NUMBER, "$1null"))) return NON_FINITE_FAULT
    const message = error instanceof Error ? error.message : ""
    // Some messages contain the text itself, so only their ends are parsed.
    const position = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1]
    if (/^(?:Unexpected end of JSON|Unterminated)/.test(message) || Number(position) >= text.length)
      return "$ ends before the JSON is complete."
    return position === undefined
      ? "$ is not valid JSON."
      : `$ is not valid JSON from character ${Number(position) + 1} on.`
  }
}
