import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import process from "node:process"
import { run } from "./child.mjs"
import { Failure, printLine } from "./failure.mjs"
import { withLock } from "./lock.mjs"
import { ROOT, STATE } from "./paths.mjs"

const PACKAGE = join(ROOT, "packages", "dashboard")
/** The built files. */
export const BUILT_DASHBOARD = join(PACKAGE, "dist")
const STAMP = join(STATE, "dashboard.sha256")
const VITE = join(PACKAGE, "node_modules", "vite", "bin", "vite.js")

/** The files of a folder at any depth; the option `recursive` of readdir is missing in early versions of Node 18. */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
    .sort()

/** The hash of everything that the build depends on. */
const hashOfSources = () => {
  const files = [
    ...["index.html", "portal.html", "package.json", "vite.config.ts"].map((name) => join(PACKAGE, name)),
    ...["src", "public", "scripts"].flatMap((name) => filesIn(join(PACKAGE, name))),
    // The titles of the operations are part of the pages.
    ...filesIn(join(ROOT, "packages", "api", "src")),
    // The version of the product is too.
    join(ROOT, "packages", "landfall", "package.json"),
    join(ROOT, "pnpm-lock.yaml")
  ]
  const hash = createHash("sha256")
  for (const file of files) {
    hash.update(relative(ROOT, file).split(sep).join("/")).update("\0").update(readFileSync(file)).update("\0")
  }
  return hash.digest("hex")
}

const isBuilt = (hash) =>
  existsSync(join(BUILT_DASHBOARD, "index.html")) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash

/** Builds into a new folder and renames it, so that no server reads half a build. */
const build = async (node, hash) => {
  const fresh = `${BUILT_DASHBOARD}.new`
  rmSync(fresh, { recursive: true, force: true })
  const args = [VITE, "build", "--logLevel", "warn", "--outDir", fresh, "--emptyOutDir"]
  // A test runner sets another value, with which React is built with the checks of development.
  const env = { ...process.env, NODE_ENV: "production" }
  const code = await run(node, args, { cwd: PACKAGE, env, stdio: ["ignore", "ignore", "inherit"] })
  if (code !== 0) throw new Failure("building the dashboard failed: correct the errors above, or see CONTRIBUTING.md")
  rmSync(BUILT_DASHBOARD, { recursive: true, force: true })
  renameSync(fresh, BUILT_DASHBOARD)
  writeFileSync(STAMP, hash)
}

/** Builds the dashboard on the Node at the path `node`, unless it is built from the sources as they are. */
export const ensureDashboard = async (node) => {
  const hash = hashOfSources()
  if (isBuilt(hash)) return
  mkdirSync(STATE, { recursive: true })
  await withLock(join(STATE, "dashboard.lock"), async () => {
    if (isBuilt(hash)) return
    printLine("building the dashboard (a few seconds, once)")
    await build(node, hash)
  })
}
