import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { ownNode } from "./node.mjs"
import { BROUGHT_NODE, ROOT, STAMP } from "./paths.mjs"

/** The Node to run on, `{ path, version }`, when it and every package are in place; else undefined. */
export const installedNode = () => {
  const node = ownNode() || broughtNode()
  return node && isInstalled(node) ? node : undefined
}

/** The Node that an earlier start brought, when it is still there. */
export const broughtNode = () => {
  try {
    const node = JSON.parse(readFileSync(BROUGHT_NODE, "utf8"))
    return node.platform === platform() && existsSync(node.path) ? node : undefined
  } catch {
    // Never written, or half written by a start that was killed: it is brought again.
    return undefined
  }
}

export const platform = () => `${process.platform}-${process.arch}`

/** Whether the last install that succeeded was of these very files, for this Node, and is still there. */
export const isInstalled = (node) => {
  if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== stampFor(node.version)) return false
  return packages().every((folder) => existsSync(join(folder, "node_modules")))
}

/** What the stamp holds: a hash of all that decides what is installed. */
export const stampFor = (version) => {
  const manifests = packages().map((folder) => join(folder, "package.json"))
  const files = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json"].map((name) => join(ROOT, name))
  return fingerprint(
    files.concat(manifests).map((file) => readFileSync(file, "utf8")),
    version,
    platform()
  )
}

/** Pure: one hash for the texts of the files, the major version of Node and the platform. */
export const fingerprint = (texts, version, platformName) => {
  const hash = createHash("sha256")
  for (const text of [version.split(".")[0], platformName, ...texts]) hash.update(`${text.length}\n${text}`)
  return hash.digest("hex")
}

const packages = () =>
  readdirSync(join(ROOT, "packages"))
    .sort()
    .map((name) => join(ROOT, "packages", name))
    .filter((folder) => existsSync(join(folder, "package.json")))
