import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { withLock } from "../launcher/lock.mjs"
import { ROOT, STATE } from "../launcher/paths.mjs"
import { buildPackages } from "./build.mjs"
import { packPackages, tarballOf } from "./pack.mjs"
import { folderOf, manifestOf, publishedPackages } from "./packages.mjs"

const TARBALLS = join(STATE, "tarballs")
const DIGEST = join(TARBALLS, "sources.sha256")

/** The files that the tarballs depend on. */
const sources = () => {
  const inFolder = (folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  const ofPackage = (name) => [
    ...inFolder(join(folderOf(name), "src")),
    ...["package.json", "README.md"].map((file) => join(folderOf(name), file)).filter(existsSync)
  ]
  const shared = ["LICENSE", "pnpm-lock.yaml", "pnpm-workspace.yaml", "tsconfig.base.json"].map((file) =>
    join(ROOT, file)
  )
  const dashboard = [
    ...["index.html", "portal.html"].map((page) => join(folderOf("dashboard"), page)),
    ...["src", "public", "scripts"].flatMap((name) => inFolder(join(folderOf("dashboard"), name)))
  ]
  return [
    ...shared,
    ...dashboard,
    ...inFolder(join(ROOT, "scripts", "release")),
    ...publishedPackages().flatMap(ofPackage)
  ].sort()
}

const digestOfSources = () => {
  const hash = createHash("sha256")
  for (const file of sources()) hash.update(file).update("\0").update(readFileSync(file)).update("\0")
  return hash.digest("hex")
}

const isCurrent = (digest) => existsSync(DIGEST) && readFileSync(DIGEST, "utf8") === digest

/**
 * Builds and packs every published package, unless the tarballs of the same sources are there: several tests share them.
 * Returns them by the name of the package: `{ name, file, bytes }`.
 */
export const packedPackages = () => {
  mkdirSync(STATE, { recursive: true })
  return withLock(join(STATE, "tarballs.lock"), async () => {
    const digest = digestOfSources()
    if (!isCurrent(digest)) {
      rmSync(DIGEST, { force: true })
      await buildPackages()
      await packPackages(TARBALLS)
      writeFileSync(DIGEST, digest)
    }
    return publishedPackages().map((folder) => {
      const file = join(TARBALLS, tarballOf(folder))
      return { name: manifestOf(folder).name, file, bytes: statSync(file).size }
    })
  })
}
