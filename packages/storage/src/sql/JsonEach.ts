import { DatabaseSync } from "node:sqlite"

/** The table function of SQLite that reads rows of JSON. Both return the same rows. */
type JsonEachFunction = "json_each" | "jsonb_each"

/** A version of SQLite, such as "3.51.0", as its header file writes it: 3051000. */
const versionNumber = (version: string): number => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  return major * 1_000_000 + minor * 1_000 + patch
}

/** The first SQLite with `jsonb_each`. */
const FIRST_WITH_JSONB_EACH = versionNumber("3.51.0")

const detectJsonEach = (): JsonEachFunction => {
  const database = new DatabaseSync(":memory:")
  const [version] = Object.values(database.prepare("SELECT sqlite_version()").get() ?? {})
  database.close()
  return versionNumber(String(version)) >= FIRST_WITH_JSONB_EACH ? "jsonb_each" : "json_each"
}

let detected: JsonEachFunction | undefined

/**
 * `jsonb_each` if this runtime's SQLite has it, else `json_each`. For rows that are arrays, `jsonb_each` returns the parsed
 * form; `json_each` returns text that is parsed again, which takes twice as long.
 */
export const jsonEachFunction = (): JsonEachFunction => {
  detected ??= detectJsonEach()
  return detected
}
