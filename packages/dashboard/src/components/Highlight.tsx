/** The parts of a program's text that have a colour of their own. */
type Part = "name" | "text" | "literal" | "comment"

/** JSON: a string before a colon is a name. */
const JSON_PARTS =
  /(?<name>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<text>"(?:[^"\\]|\\.)*")|(?<literal>-?\b\d[\d.eE+-]*\b|\b(?:true|false|null)\b)/g

/** Programs in TypeScript, Python and Go, and commands of a shell: enough for examples of some lines. */
const CODE_PARTS =
  /(?<comment>(?:\/\/|#) [^\n]*)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<literal>\b(?:import|from|export|const|let|return|async|await|if|else|def|func|package|var|for|range|new|null|nil|None|true|false|raise|try|except|not)\b)/g

const PATTERNS = { json: JSON_PARTS, code: CODE_PARTS }

export type Language = keyof typeof PATTERNS

interface Piece {
  readonly at: number
  readonly text: string
  readonly part?: Part
}

/** A longer text is shown in one colour, so that the page reacts immediately. */
const MAX_LENGTH = 20_000

const piecesOf = (text: string, language: Language): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let end = 0
  for (const match of text.matchAll(PATTERNS[language])) {
    const { name, text: quoted, literal } = match.groups ?? {}
    const part =
      name !== undefined ? "name" : quoted !== undefined ? "text" : literal !== undefined ? "literal" : "comment"
    if (match.index > end) pieces.push({ at: end, text: text.slice(end, match.index) })
    pieces.push({ at: match.index, text: match[0], part })
    end = match.index + match[0].length
  }
  pieces.push({ at: end, text: text.slice(end) })
  return pieces
}

/** A text of a program with the colours of its parts. */
export const Highlight = ({ text, language }: { readonly text: string; readonly language: Language }) =>
  text.length > MAX_LENGTH
    ? text
    : piecesOf(text, language).map(({ at, text: piece, part }) =>
        part === undefined ? (
          piece
        ) : (
          <span key={at} data-part={part}>
            {piece}
          </span>
        )
      )
