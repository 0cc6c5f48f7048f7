import { decode, encode } from "@jridgewell/sourcemap-codec"
import { minifySync, parseSync, Visitor } from "rolldown/utils"

const NAMES = { function: true, class: true }

/** Short names of variables and imports, and no white space. Names of functions and classes stay: stack traces show them. */
const MINIFIED = {
  module: true,
  compress: { target: "es2024", sequences: false, joinVars: false, keepNames: NAMES },
  mangle: { toplevel: true, keepNames: NAMES },
  codegen: { removeWhitespace: true },
  sourcemap: true
}

const minify = (name, text, options) => {
  const { code, errors, map } = minifySync(name, text, options)
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join("; ")}`)
  return { code, map }
}

/** Where the lines of a text begin, as offsets. */
const lineStarts = (text) => [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]

/** The offsets of a script that a source map names, in their order, each with the line of the source. */
const mappedOffsets = (code, mappings) => {
  const starts = lineStarts(code)
  return decode(mappings).flatMap((segments, line) =>
    segments.flatMap(([column, source, sourceLine]) =>
      source === undefined ? [] : [{ offset: starts[line] + column, sourceLine }]
    )
  )
}

/** Whether an offset lies in the text of a template literal, where a new line would be text. */
const templateTexts = (name, code) => {
  const ranges = []
  new Visitor({ TemplateElement: ({ start, end }) => ranges.push([start, end]) }).visit(parseSync(name, code).program)
  return (offset) => ranges.some(([start, end]) => start - 1 <= offset && offset <= end + 1)
}

/** The signs before a statement and before the body of a function, after which a new line means nothing. */
const SIGNS = new Set("{;}>")

/** The offsets at which a statement or the body of a function begins another line of the source, with that line. */
const lineChanges = (name, code, mappings) => {
  const isTemplateText = templateTexts(name, code)
  const changes = []
  for (const { offset, sourceLine } of mappedOffsets(code, mappings)) {
    const isSafe = offset === 0 || (SIGNS.has(code[offset - 1]) && !isTemplateText(offset))
    if (isSafe && sourceLine !== changes.at(-1)?.sourceLine) changes.push({ offset, sourceLine })
  }
  return changes
}

/**
 * Minifies the script `text` with the source map `map` of the compiler. A statement and the body of a function begin a line
 * if they begin one in the source, so that a map needs one segment a line, and a stack trace of Node without maps shows a short line.
 */
export const minifyScript = (name, text, map) => {
  const { code, map: minified } = minify(name, text, { ...MINIFIED, inputMap: map })
  const changes = lineChanges(name, code, minified.mappings)
  const starts = [0, ...changes.map(({ offset }) => offset).filter((offset) => offset > 0)]
  const lines = starts.map((start, index) => code.slice(start, starts[index + 1]))
  const sourceLines = new Map(changes.map(({ offset, sourceLine }) => [offset, sourceLine]))
  // A line of a template literal that the script contains is not mapped.
  const mappings = starts.flatMap((start, index) => {
    const first = sourceLines.has(start) ? [[0, 0, sourceLines.get(start), 0]] : []
    return [first, ...Array.from(lines[index].matchAll(/\n/g), () => [])]
  })
  return { code: `${lines.join("\n")}\n`, mappings: encode(mappings) }
}
