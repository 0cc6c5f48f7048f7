import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { DATA_SOURCES } from "./dataSources.mjs"
import { folderOf, manifestOf } from "./packages.mjs"

export const NOTICES = "THIRD_PARTY_NOTICES.md"

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/** The name, version, licence and licence texts of an installed npm package in `folder`. */
export const licenceOf = (folder) => {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").trim())
  const licence = license?.type ?? license ?? licenses?.map(({ type }) => type).join(" or ")
  if (typeof licence !== "string") throw new Error(`${name}@${version} states no licence in its package.json`)
  return { name, version, licence, texts }
}

/** The folder of an installed dependency, from the folder of the package that needs it; undefined when it is not installed. */
const folderOfDependency = (folder, name) => {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const found = join(at, "node_modules", name)
    if (existsSync(found)) return realpathSync(found)
  }
  return undefined
}

/** The licences of the packages whose code the built dashboard can contain: its dependencies, and theirs. */
export const dashboardLicences = () => {
  const folders = new Set()
  const visit = (folder) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    for (const name of Object.keys(dependencies).filter((one) => !one.startsWith("@landfall/"))) {
      const found = folderOfDependency(folder, name)
      if (found === undefined || folders.has(found)) continue
      folders.add(found)
      visit(found)
    }
  }
  visit(folderOf("dashboard"))
  return [...folders].map(licenceOf)
}

const fenced = (text) => `\`\`\`text\n${text}\n\`\`\``

export const licenceSection = ({ name, version, licence, texts }) =>
  [`### ${name} ${version} (${licence})`, ...texts.map(fenced)].join("\n\n")

export const dataSection = ({ title, files, text }) =>
  `### ${title}\n\nIn ${files.map((file) => `\`${file}\``).join(", ")}. ${text}`

const dependencyLines = ({ dependencies = {}, peerDependencies = {} }) =>
  Object.keys({ ...dependencies, ...peerDependencies })
    .filter((name) => !name.startsWith("@landfall/"))
    .sort()
    .map((name) => `- ${name}`)

/**
 * The notices of a package: the code and data of others that its build contains, and what npm installs beside it. `bundled` has
 * the folders of the npm packages whose code was bundled into it.
 */
export const noticesOf = (name, bundled = []) => {
  const manifest = manifestOf(name)
  const sources = DATA_SOURCES[name] ?? []
  for (const file of sources.flatMap(({ files }) => files)) {
    if (!existsSync(join(folderOf(name), "dist", file))) {
      throw new Error(
        `scripts/release/dataSources.mjs names ${file}, which the build of packages/${name} does not contain`
      )
    }
  }
  const packages = [...new Set(sources.flatMap(({ packages }) => packages))]
  const contained = [
    ...packages.map((dependency) => licenceOf(join(folderOf(name), "node_modules", dependency))),
    ...bundled.map(licenceOf),
    ...(name === "landfall" ? dashboardLicences() : [])
  ]
  const lines = dependencyLines(manifest)
  return `${[
    `# Third-party notices of ${manifest.name}`,
    "## Contained in this package",
    ...(sources.length + contained.length === 0 ? ["No code and no data of others."] : sources.map(dataSection)),
    ...contained.map(licenceSection),
    "## Installed beside this package",
    ...(lines.length === 0
      ? ["Nothing."]
      : ["npm installs these packages, each with its own licence in its folder.", lines.join("\n")])
  ].join("\n\n")}\n`
}

export const writeNotices = (name, bundled = []) =>
  writeFileSync(join(folderOf(name), NOTICES), noticesOf(name, bundled))
