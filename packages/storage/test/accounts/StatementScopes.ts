/** A word or a sign of a statement, or the text between two parentheses. */
type Part = string | ReadonlyArray<Part>

/** Texts, names, numbers and parameters, and single signs. */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\$?[A-Za-z_][\w$]*|\$\d+|\d+(?:\.\d+)?|::|->>|#>>|<>|<=|>=|\|\||[^\s]/g

/** A quoted name is read as the name; a text stays quoted, so that it is not a word. */
const wordOf = (token: string): string => (token.startsWith('"') ? token.slice(1, -1) : token)

const parse = (text: string): ReadonlyArray<Part> => {
  const root: Array<Part> = []
  const open: Array<Array<Part>> = [root]
  for (const [token] of text.matchAll(TOKEN)) {
    const current = open.at(-1) ?? root
    if (token === "(") {
      const group: Array<Part> = []
      current.push(group)
      open.push(group)
    } else if (token === ")") open.pop()
    else current.push(wordOf(token))
  }
  return root
}

const is = (part: Part | undefined, ...words: ReadonlyArray<string>): boolean =>
  typeof part === "string" && words.includes(part.toUpperCase())

const isName = (part: Part | undefined): part is string => typeof part === "string" && /^[A-Za-z_]\w*$/.test(part)

/** Words that can follow a table and are not an alias of it. */
const AFTER_TABLE = new Set(
  "AS WHERE ON SET JOIN LEFT INNER CROSS USING ORDER GROUP LIMIT RETURNING FOR UNION VALUES SELECT DEFAULT".split(" ")
)

/** A table that a statement names, with the name by which its columns are qualified there. */
interface TableReference {
  readonly table: string
  readonly alias: string
  readonly inserted: boolean
}

/** One SELECT, INSERT, UPDATE or DELETE of a statement, without those within it. */
interface Scope {
  readonly references: ReadonlyArray<TableReference>
  /** What its conditions consist of, with groups that contain no SELECT in place. */
  readonly conditions: ReadonlyArray<string>
  /** The columns that an INSERT names. */
  readonly inserted: ReadonlySet<string>
}

const isQuery = (group: ReadonlyArray<Part>): boolean => is(group[0], "SELECT", "WITH", "INSERT", "UPDATE", "DELETE")

/** The words of conditions; subqueries are separate scopes. */
const flatten = (parts: ReadonlyArray<Part>): ReadonlyArray<string> =>
  parts.flatMap((part) => (typeof part === "string" ? [part] : isQuery(part) ? ["()"] : ["(", ...flatten(part), ")"]))

const referenceAt = (parts: ReadonlyArray<Part>, at: number, inserted: boolean): TableReference | undefined => {
  const table = parts[at]
  if (!isName(table)) return undefined
  const next = parts[at + 1]
  const alias = is(next, "AS") ? parts[at + 2] : next
  const isAlias = isName(alias) && !AFTER_TABLE.has(alias.toUpperCase())
  return { table, alias: isAlias ? alias : table, inserted }
}

/** The tables of one scope: after FROM, JOIN, INTO and UPDATE, and after a comma of the list that follows FROM. */
const referencesOf = (parts: ReadonlyArray<Part>): ReadonlyArray<TableReference> => {
  const found: Array<TableReference> = []
  let isList = false
  for (const [at, part] of parts.entries()) {
    if (is(part, "WHERE", "ON", "SET", "ORDER", "GROUP", "LIMIT", "RETURNING")) isList = false
    const begins = is(part, "FROM", "JOIN") ? !is(parts[at - 1], "DISTINCT") : is(part, "INTO") || at === 0
    const isNext = isList && part === ","
    if (is(part, "FROM")) isList = begins
    if (!(isNext || (begins && is(part, "FROM", "JOIN", "INTO", "UPDATE")))) continue
    const reference = referenceAt(parts, at + 1, is(part, "INTO"))
    if (reference !== undefined) found.push(reference)
  }
  return found
}

/** The words of the conditions of one scope. */
const conditionsOf = (parts: ReadonlyArray<Part>): ReadonlyArray<string> => {
  const found: Array<Part> = []
  let isCondition = false
  for (const [at, part] of parts.entries()) {
    if (is(part, "WHERE")) isCondition = true
    else if (is(part, "ON")) isCondition = !is(parts[at + 1], "CONFLICT")
    else if (is(part, "SELECT", "ORDER", "GROUP", "LIMIT", "RETURNING", "JOIN", "SET")) isCondition = false
    if (isCondition) found.push(part)
  }
  return flatten(found)
}

const insertedColumns = (parts: ReadonlyArray<Part>): ReadonlySet<string> => {
  const into = parts.findIndex((part) => is(part, "INTO"))
  const columns = into < 0 ? undefined : parts[into + 2]
  return new Set(typeof columns === "object" ? flatten(columns).filter(isName) : [])
}

/** The parts between set operators: each is a scope. */
const splitAtOperators = (parts: ReadonlyArray<Part>): ReadonlyArray<ReadonlyArray<Part>> => {
  const found: Array<Array<Part>> = [[]]
  for (const part of parts) {
    if (is(part, "UNION", "EXCEPT", "INTERSECT")) found.push([])
    else found.at(-1)?.push(part)
  }
  return found
}

const scopesOf = (parts: ReadonlyArray<Part>): ReadonlyArray<Scope> => {
  const within = parts.flatMap((part) => (typeof part === "string" ? [] : scopesOf(part)))
  const own = splitAtOperators(parts).map((scope) => ({
    references: referencesOf(scope),
    conditions: conditionsOf(scope),
    inserted: insertedColumns(scope)
  }))
  return [...own, ...within]
}

/** Whether the word at a place of conditions is compared for equality: by itself, or in a row of columns. */
const isEquated = (conditions: ReadonlyArray<string>, first: number, last: number): boolean => {
  if (conditions[first - 1] === "=" || conditions[last + 1] === "=") return true
  if (is(conditions[last + 1], "IN")) return true
  return conditions[first - 1] === "(" && is(conditions[conditions.indexOf(")", last) + 1], "IN")
}

/** The columns by which a table is reached; the name of a table without any is not examined. */
export type OwnerColumns = ReadonlyMap<string, ReadonlyArray<string>>

const isReached = (
  { conditions, inserted, references }: Scope,
  { alias, inserted: isInserted, table }: TableReference,
  owners: OwnerColumns
): boolean => {
  const columns = owners.get(table) ?? []
  if (isInserted) return columns.some((column) => inserted.has(column))
  return columns.some((column) => {
    const isAlone = references.filter((other) => owners.get(other.table)?.includes(column)).length === 1
    return conditions.some((word, at) => {
      if (word !== column) return false
      const isQualified = conditions[at - 1] === "."
      if (isQualified && conditions[at - 2] !== alias) return false
      return (isQualified || isAlone) && isEquated(conditions, isQualified ? at - 2 : at, at)
    })
  })
}

/**
 * The tables that a statement names without a condition on any of their columns in `owners`, in a SELECT, INSERT, UPDATE or
 * DELETE within it too.
 */
export const unreachedTables = (text: string, owners: OwnerColumns): ReadonlyArray<string> =>
  scopesOf(parse(text)).flatMap((scope) =>
    scope.references
      .filter(({ table }) => owners.has(table))
      .filter((reference) => !isReached(scope, reference, owners))
      .map(({ table }) => table)
  )

/** The rows of a parameter, as each dialect reads them. */
const PARAMETER_ROWS = [
  /\(SELECT value ->> 0 AS [^()]*? FROM jsonb?_each\(\?\)\)/g,
  /\(SELECT \* FROM unnest\([^()]*?\) AS input \([^()]*?\)\)/g
]

/** A statement without what differs between the dialects and between calls: blanks, parameters and the form of their rows. */
export const normalise = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, " ").replaceAll(/\$\d+/g, "?").trim()
  return PARAMETER_ROWS.reduce((result, rows) => result.replaceAll(rows, "(rows)"), plain)
}
