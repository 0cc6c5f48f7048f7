import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { ROOT } from "../launcher/paths.mjs"
import { runCommand } from "../release/command.mjs"
import { folderOf, manifestOf, publishedPackages } from "../release/packages.mjs"
import { publicModules } from "../release/publicModules.mjs"
import { copyGuides, FIRST_GUIDE } from "./guides.mjs"

const TYPEDOC = join(folderOf("api-reference"), "node_modules", "typedoc", "bin", "typedoc")

/** The languages of the code in the pages, by the names of the highlighter. */
const LANGUAGES = ["bash", "css", "go", "http", "ini", "javascript", "json", "jsonc", "nginx", "python"]
const MORE_LANGUAGES = ["shellscript", "sql", "toml", "tsx", "typescript", "xml", "yaml", "html", "docker"]

/** The published libraries: those with public modules. */
export const referencePackages = () => publishedPackages().filter((name) => manifestOf(name).exports !== undefined)

const modulesOf = (name) =>
  publicModules(manifestOf(name), folderOf(name))
    .filter(([, file]) => file.endsWith(".ts"))
    .map(([, file]) => join(folderOf(name), file))

const optionsOf = (folder, names, target) => {
  const pages = copyGuides(folder)
  return {
    entryPoints: names.flatMap(modulesOf),
    projectDocuments: pages.filter((page) => page !== FIRST_GUIDE).map((page) => join(folder, page)),
    readme: join(folder, FIRST_GUIDE),
    tsconfig: join(folder, "tsconfig.json"),
    out: target,
    name: "Landfall",
    basePath: join(ROOT, "packages"),
    // The sources are checked by the compiler of the repository.
    skipErrorChecking: true,
    excludeExternals: true,
    disableSources: true,
    includeVersion: false,
    hideGenerator: true,
    searchInDocuments: true,
    headings: { readme: true, document: true },
    groupOrder: ["Guides", "Reference", "Methods", "Examples", "Repository", "Decisions", "*"],
    navigation: { includeGroups: true },
    highlightLanguages: [...LANGUAGES, ...MORE_LANGUAGES],
    ignoredHighlightLanguages: ["mermaid", "text"],
    // A test follows every link of the pages.
    validation: {
      notExported: false,
      invalidLink: false,
      invalidPath: false,
      rewrittenLink: false,
      unusedMergeModuleWith: false
    },
    logLevel: "Error"
  }
}

/** Names the file of links to the first page: a folder alone opens a page on a server, and a list of files without one. */
const nameFirstPage = (target) => {
  const folder = join(target, "documents")
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), "utf8")
    writeFileSync(join(folder, file), text.replaceAll('href="../"', 'href="../index.html"'))
  }
}

/**
 * Writes the documentation as pages of HTML into a folder, which is replaced: the guides, the contract, the methods, the
 * decisions and the reference of every public module of packages, with one search. Nothing is loaded from elsewhere. Returns
 * what typedoc printed.
 */
export const writeSite = async (names, target) => {
  if (!existsSync(TYPEDOC))
    throw new Error("typedoc is not installed: run npm start once, which installs the repository")
  const folder = mkdtempSync(join(tmpdir(), "landfall-site-"))
  try {
    const options = optionsOf(folder, names, target)
    const compilerOptions = { types: ["node"], typeRoots: [join(ROOT, "node_modules", "@types")] }
    writeFileSync(
      options.tsconfig,
      JSON.stringify({ extends: join(ROOT, "tsconfig.base.json"), files: options.entryPoints, compilerOptions })
    )
    const file = join(folder, "typedoc.json")
    writeFileSync(file, JSON.stringify(options))
    const command = ["--max-old-space-size=4096", TYPEDOC, "--options", file]
    const { code, output } = await runCommand(process.execPath, command, { cwd: ROOT })
    if (code !== 0) throw new Error(`typedoc ended with ${code}:\n${output}`)
    nameFirstPage(target)
    return output
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
