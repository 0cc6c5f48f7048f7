import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { currentNode } from "./node.mjs"
import { DOWNLOADED_NODE, ROOT, STAMP } from "./paths.mjs"

/** The Node to run on, `{ path, version }`, when it and every package are installed; else undefined. */
export const installedNode = () => {
  const node = currentNode() || downloadedNode()
  return node && isInstalled(node) ? node : undefined
}

/** The Node that an earlier start downloaded, when it still exists. */
export const downloadedNode = () => {
  try {
    const node = JSON.parse(readFileSync(DOWNLOADED_NODE, "utf8"))
    return node.platform === platform() && existsSync(node.path) ? node : undefined
  } catch {
    // Missing, or incomplete after a start that was killed: Node is downloaded again.
    return undefined
  }
}

export const platform = () => `${process.platform}-${process.arch}`

/** Whether the last successful install was of the current files and for this Node, and still exists. */
export const isInstalled = (node) => {
  if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== stampFor(node.version)) return false
  return packages().every((folder) => existsSync(join(folder, "node_modules")))
}

/** The content of the stamp: a hash of everything that decides what is installed. */
export const stampFor = (version) => {
  const manifests = packages().map((folder) => join(folder, "package.json"))
  const files = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json"].map((name) => join(ROOT, name))
  return fingerprint(
    files.concat(manifests).map((file) => readFileSync(file, "utf8")),
    version,
    platform()
  )
}

/** The hash of the texts of files, the major version of Node and the platform. */
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
