import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../launcher/paths.mjs"
import { manifestOf, publishedPackages } from "./packages.mjs"

const EXAMPLES = join(ROOT, "examples")

/** The files with the manifests of the examples, which people copy into their projects. */
const manifests = () =>
  readdirSync(EXAMPLES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(EXAMPLES, name, "package.json"))

const RANGE = /("(@landfall\/[\w-]+|landfall)": )"[^"]+"/g

/** The text of a manifest with ranges of our packages that begin with their current versions. */
const withCurrentRanges = (text) => {
  const versions = new Map(
    publishedPackages()
      .map(manifestOf)
      .map(({ name, version }) => [name, version])
  )
  return text.replaceAll(RANGE, (range, property, name) =>
    versions.has(name) ? `${property}"^${versions.get(name)}"` : range
  )
}

/** The manifests of examples with ranges of other versions. */
export const staleExamples = () =>
  manifests().filter((file) => {
    const text = readFileSync(file, "utf8")
    return withCurrentRanges(text) !== text
  })

/** Writes the current versions into the examples. */
export const updateExamples = () => {
  for (const file of manifests()) writeFileSync(file, withCurrentRanges(readFileSync(file, "utf8")))
}
