import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { tool } from "../checks/tool.mjs"
import { folderOf, manifestOf, publishedPackages } from "./packages.mjs"

/** The path in the build of a source file: `./src/geo/Port.ts` becomes `./dist/geo/Port.js`. What is sealed, null, stays so. */
const built = (file) => (file === null ? null : file.replace(/^\.\/src\//, "./dist/").replace(/\.ts$/, ".js"))

const mapValues = (record, change) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

/**
 * The fields that replace those of a manifest when the package is packed: the repository runs from `src`, users from
 * `dist`. TypeScript finds the declarations beside each module.
 */
export const publishConfigOf = ({ bin, exports }) => ({
  access: "public",
  ...(bin === undefined ? {} : { bin: mapValues(bin, built) }),
  exports: { ...mapValues(exports, built), "./package.json": "./package.json" }
})

/** Derives `publishConfig` of every published package from its `exports`. */
export const writePublishConfigs = async () => {
  const files = stalePublishConfigs().map((name) => {
    const manifest = manifestOf(name)
    const file = join(folderOf(name), "package.json")
    writeFileSync(file, JSON.stringify({ ...manifest, publishConfig: publishConfigOf(manifest) }, undefined, 2))
    return file
  })
  if (files.length > 0) await tool("@biomejs/biome", "biome", ["format", "--write", "--log-level=warn", ...files])
}

/** The published packages whose `publishConfig` does not follow from `exports`. */
export const stalePublishConfigs = () =>
  publishedPackages().filter((name) => {
    const manifest = manifestOf(name)
    return JSON.stringify(manifest.publishConfig) !== JSON.stringify(publishConfigOf(manifest))
  })
