import { DatabaseSync } from "node:sqlite"

/** Which of SQLite's table functions reads rows of JSON; both give the same rows. */
type JsonEachFunction = "json_each" | "jsonb_each"

/** SQLite's own "3.51.0" as the number that its header has: 3051000. */
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
 * `jsonb_each` where this runtime's SQLite has it, else `json_each`. Of rows that are arrays the former hands out each as
 * it was parsed; the latter writes each as text that is parsed anew, which takes twice as long.
 */
export const jsonEachFunction = (): JsonEachFunction => {
  detected ??= detectJsonEach()
  return detected
}
