/** Lines of Markdown that a line break ends: an empty one, lists, tables, headings, fences and tags of documentation. */
const IS_BLOCK = /^(?:$|[-*+|>#@]|\d+\.|```)/

const linesOf = (comment) =>
  comment
    .slice("/**".length, -"*/".length)
    .split("\n")
    .map((line) => line.replace(/^ *\* ?/, "").trimEnd())

/** A documentation comment with each paragraph on one line. Code blocks stay as they are. */
const withParagraphs = (comment) => {
  const lines = linesOf(comment)
  if (lines.some((line) => line.trimStart().startsWith("```"))) return comment
  const joined = []
  for (const line of lines.map((one) => one.trim())) {
    const before = joined.at(-1)
    if (before === undefined || before === "" || IS_BLOCK.test(line)) joined.push(line)
    else joined.push(`${joined.pop()} ${line}`)
  }
  while (joined[0] === "") joined.shift()
  while (joined.at(-1) === "") joined.pop()
  return joined.length === 1
    ? `/** ${joined[0]} */`
    : `/**\n${joined.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`
}

/**
 * The text of a declaration file that no map names, in fewer bytes: without its indentation, and with each paragraph of its
 * documentation on one line. Editors show the same.
 */
export const compactDeclaration = (text) =>
  text.replaceAll(/^(?: {4})+/gm, "").replaceAll(/\/\*\*[\s\S]*?\*\//g, withParagraphs)
