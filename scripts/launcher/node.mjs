import process from "node:process"

/** What is brought when the machine's own Node will not do. */
export const NODE_TO_BRING = "node@24"

/** The `[major, minor]` of a version such as `v22.19.0`. */
const parse = (version) => version.replace(/^v/, "").split(".").map(Number)

/** Below this the launcher itself is not tried. */
export const isTooOld = (version) => parse(version)[0] < 18

/**
 * Whether Landfall runs on this version: 22.19 is the floor that its libraries declare, and strips types by itself.
 * The 23 line, which ended before it had all of that, is left out.
 */
export const isGood = (version) => {
  const [major, minor] = parse(version)
  return major === 22 ? minor >= 19 : major >= 24
}

/** The Node that is running now, when it will do. */
export const ownNode = () =>
  isGood(process.version) ? { path: process.execPath, version: process.version } : undefined
