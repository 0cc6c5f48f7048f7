import { Predicate } from "effect"

/** The primary result codes of SQLite that this package distinguishes (sqlite.org/rescode.html). */
export const SqliteCode = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26
} as const

/** Codes by SQLite's message, for runtimes that omit the code (Deno does for `open`). */
const CODES_BY_MESSAGE: ReadonlyArray<readonly [words: string, code: number]> = [
  ["database is locked", SqliteCode.busy],
  ["database table is locked", SqliteCode.locked],
  ["attempt to write a readonly database", SqliteCode.readOnly],
  ["disk I/O error", SqliteCode.ioError],
  ["database disk image is malformed", SqliteCode.corrupt],
  ["database or disk is full", SqliteCode.full],
  ["unable to open database", SqliteCode.cannotOpen],
  ["file is not a database", SqliteCode.notADatabase]
]

const resultCodeOf = (cause: unknown): number | undefined => {
  if (Predicate.hasProperty(cause, "errcode") && Predicate.isNumber(cause.errcode)) return cause.errcode
  const message = Predicate.hasProperty(cause, "message") && Predicate.isString(cause.message) ? cause.message : ""
  return CODES_BY_MESSAGE.find(([words]) => message.includes(words))?.[1]
}

/** An error thrown by `node:sqlite`, with SQLite's extended result code as `errno`. */
export class SqliteFailure extends Error {
  override readonly name = "SqliteFailure"
  readonly errno: number | undefined

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.errno = resultCodeOf(cause)
  }

  /** The low eight bits of the result code. */
  get code(): number | undefined {
    return this.errno === undefined ? undefined : this.errno & 0xff
  }
}
