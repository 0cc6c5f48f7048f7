import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { npx } from "../launcher/npx.mjs"
import { manifestOf, publishedPackages } from "./packages.mjs"
import { repack } from "./repack.mjs"

/** The name of a tarball, as npm and pnpm write it: `landfall-core-0.2.0.tgz`. */
export const tarballOf = (name) => {
  const manifest = manifestOf(name)
  return `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`
}

/** Packs every published package, which has been built before, into `folder`. */
export const packPackages = async (folder) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const names = publishedPackages()
  const filters = names.map((name) => `--filter=${manifestOf(name).name}`)
  const command = ["pnpm", "--silent", ...filters, "--recursive", "pack", "--pack-destination", folder]
  const code = await npx("pnpm@12", command, { stdio: ["ignore", "ignore", "inherit"] })
  if (code !== 0) throw new Error(`pnpm pack ended with ${code}`)
  const missing = names.map(tarballOf).filter((file) => !readdirSync(folder).includes(file))
  if (missing.length > 0) throw new Error(`pnpm pack did not write ${missing.join(", ")}`)
  for (const name of names) await repack(join(folder, tarballOf(name)))
}
