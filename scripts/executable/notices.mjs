import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { ASSETS } from "../../packages/landfall/src/assets/Assets.ts"
import { ROOT } from "../launcher/paths.mjs"
import { DATA_SOURCES } from "../release/dataSources.mjs"
import { dashboardLicences, dataSection, licenceOf, licenceSection } from "../release/notices.mjs"
import { packageFolderOf } from "../release/outline.mjs"

/** The licence of Node and of what it contains, which is beside its binary or above it. */
const licenceOfNode = (node) => {
  const file = [dirname(node), dirname(dirname(node))].map((folder) => join(folder, "LICENSE")).find(existsSync)
  return file === undefined
    ? "The licence of Node and of the libraries in it: https://github.com/nodejs/node/blob/main/LICENSE"
    : `\`\`\`text\n${readFileSync(file, "utf8").trim()}\n\`\`\``
}

/** The notices of an executable: every package and all data of others that it contains. */
export const executableNotices = (modules, node) => {
  const assets = ASSETS.map((name) => join(ROOT, "packages", "landfall", "node_modules", name))
  const folders = new Set([...modules, ...assets].map(packageFolderOf).filter((folder) => folder !== undefined))
  const licences = new Map(
    [...[...folders].map(licenceOf), ...dashboardLicences()].map((licence) => [
      `${licence.name} ${licence.version}`,
      licence
    ])
  )
  const sorted = [...licences.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, licence]) => licence)
  return `${[
    "# Third-party notices of the executable landfall",
    "## Data",
    ...Object.values(DATA_SOURCES)
      .flat()
      .map((source) => dataSection(source)),
    `## Node ${process.version}`,
    licenceOfNode(node),
    "## Packages",
    ...sorted.map(licenceSection)
  ].join("\n\n")}\n`
}
