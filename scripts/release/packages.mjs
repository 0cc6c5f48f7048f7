import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../launcher/paths.mjs"

export const folderOf = (name) => join(ROOT, "packages", name)

export const manifestOf = (name) => JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8"))

/** The folders of the packages that are published: those that are not private. */
export const publishedPackages = () =>
  readdirSync(join(ROOT, "packages"))
    .sort()
    .filter((name) => manifestOf(name).private !== true)

/** Whether the tarball of a package contains its sources, which declaration maps lead to. */
export const containsSources = (name) => manifestOf(name).files.includes("src/**/*.ts")
