const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** The numbers of a segment of a source map, which are base 64 VLQ: five bits a digit, the sign in the lowest bit. */
export const decodeSegment = (text) => {
  const numbers = []
  let value = 0
  let shift = 0
  for (const character of text) {
    const digit = DIGITS.indexOf(character)
    value |= (digit & 31) << shift
    if (digit & 32) shift += 5
    else {
      numbers.push(value & 1 ? -(value >> 1) : value >> 1)
      value = 0
      shift = 0
    }
  }
  return numbers
}

export const encodeSegment = (numbers) =>
  numbers
    .map((number) => {
      let rest = number < 0 ? (-number << 1) | 1 : number << 1
      let text = ""
      do {
        const digit = rest & 31
        rest >>= 5
        text += DIGITS[rest > 0 ? digit | 32 : digit]
      } while (rest > 0)
      return text
    })
    .join("")

/** A line that a stack trace or an editor can point to: one with a word. */
const hasWord = (line = "") => /\w/.test(line)

/**
 * The mappings of `text` with one segment a line: the line of its first segment, without the column. Stack traces and "go to
 * definition" show lines, and maps of all columns take nine times the space.
 */
export const mappingsByLine = (mappings, text) => {
  const lines = text.split("\n")
  // Numbers of the input and of the output are relative to the segment before.
  let line = 0
  let written = 0
  return mappings
    .split(";")
    .map((segments, index) => {
      let first
      for (const segment of segments === "" ? [] : segments.split(",")) {
        const [, , change] = decodeSegment(segment)
        if (change === undefined) continue
        line += change
        first ??= line
      }
      if (first === undefined || !hasWord(lines[index])) return ""
      const mapping = encodeSegment([0, 0, first - written, 0])
      written = first
      return mapping
    })
    .join(";")
    .replace(/;+$/, "")
}

/** The source map by lines of `text`, whose only source is `source`, a path relative to the map. */
export const lineMap = (mappings, text, source) => ({
  version: 3,
  sources: [source],
  names: [],
  mappings: mappingsByLine(mappings, text)
})
