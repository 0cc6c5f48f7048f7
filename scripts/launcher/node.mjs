import process from "node:process"

/** The package that is downloaded when the installed Node is not supported. */
export const NODE_PACKAGE = "node@24"

/** The `[major, minor]` of a version such as `v22.19.0`. */
const parse = (version) => version.replace(/^v/, "").split(".").map(Number)

/** Whether a version is too old for the launcher itself. */
export const isTooOld = (version) => parse(version)[0] < 18

/**
 * Whether Landfall supports this version. Its libraries require 22.19, which also strips types; Node 23 ended before
 * 22.19 was released.
 */
export const isSupported = (version) => {
  const [major, minor] = parse(version)
  return major === 22 ? minor >= 19 : major >= 24
}

/** Whether Node prints warnings that node:sqlite and type stripping are experimental, unless a flag disables them. */
export const needsFlags = (version) => parse(version)[0] < 24

/** The running Node, when it is supported; else undefined. */
export const currentNode = () =>
  isSupported(process.version) ? { path: process.execPath, version: process.version } : undefined
