import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ROOT } from "../launcher/paths.mjs"
import { publicModules } from "../release/publicModules.mjs"
import { stalePublishConfigs } from "../release/publishConfig.mjs"
import { undocumentedPublicExports } from "./docComments.mjs"
import { packagesWith, tool } from "./tool.mjs"

const REPORT = "api-report.txt"

const manifestOf = (name) => JSON.parse(readFileSync(join(ROOT, "packages", name, "package.json"), "utf8"))

/** The published libraries: each lists its public modules in `exports`. A package with a command is no library. */
const publicPackages = () =>
  packagesWith("src").filter((name) => {
    const { bin, exports, private: isPrivate } = manifestOf(name)
    return exports !== undefined && bin === undefined && isPrivate !== true
  })

/** The public modules of a package, `[export path, source file from the package's folder]`, sorted by path. */
const modulesOf = (name) => publicModules(manifestOf(name), join(ROOT, "packages", name))

/** A declaration file without comments, blank lines and the source map's line. */
const bareDeclarations = (text) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "" && !line.startsWith("//"))
    .join("\n")

/** The words of a declaration in alphabetical order: the compiler prints the members of a union in any order. */
const sortedWords = (text) => text.split(/\W+/).sort().join(" ")

/** The longest declaration that the report shows in full; of a longer one it shows the name and a digest. */
const MAX_DECLARATION_LENGTH = 800

const shorten = (declaration) => {
  if (declaration.length <= MAX_DECLARATION_LENGTH) return declaration
  const digest = createHash("sha256").update(sortedWords(declaration)).digest("hex").slice(0, 16)
  const [head = ""] = /^[^<{(=]*/.exec(declaration) ?? []
  return `${head.trimEnd()} … (${declaration.length} characters, sha256 ${digest})`
}

/** Splits declarations at every line that starts a statement, and shortens each. */
const shortDeclarations = (text) =>
  text
    .split(/\n(?=(?:export|declare|import) )/)
    .map(shorten)
    .join("\n")

/** Emits the declarations of the sources of a package. Returns the folder that mirrors the package's own. */
const emitDeclarations = async (name, folder) => {
  const project = join(folder, `${name}.json`)
  const settings = {
    extends: join(ROOT, "packages", name, "tsconfig.json"),
    include: [join(ROOT, "packages", name, "src")],
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: folder,
      rootDir: join(ROOT, "packages"),
      typeRoots: [join(ROOT, "node_modules", "@types")]
    }
  }
  writeFileSync(project, JSON.stringify(settings))
  const code = await tool("typescript", "tsc", ["-p", project])
  if (code !== 0) throw new Error(`packages/${name}: its declarations cannot be emitted`)
  return join(folder, name)
}

/**
 * The public surface of a package as text: every exported declaration of every public module. Throws when a public
 * module is missing or exposes a type of a sealed file.
 */
const reportOf = async (name, folder) => {
  const emitted = await emitDeclarations(name, folder)
  const parts = modulesOf(name).map(([path, file]) => {
    const declarations = join(emitted, file.replace(/\.ts$/, ".d.ts"))
    if (path.includes("/internal/")) throw new Error(`packages/${name}: exports does not seal ${path}`)
    if (!existsSync(declarations)) throw new Error(`packages/${name}: exports lists ${file}, which does not exist`)
    const text = bareDeclarations(readFileSync(declarations, "utf8"))
    const sealed = /["'][^"']*\/internal\/[^"']*["']/.exec(text)
    if (sealed !== null) throw new Error(`packages/${name}: ${path} exposes a type of the sealed file ${sealed[0]}`)
    return `## ${path}\n\n${shortDeclarations(text)}\n`
  })
  const head = "The public surface of this package. `npm run api:report` writes this file; the tests compare it."
  return `# ${manifestOf(name).name}\n\n${head}\n\n${parts.join("\n")}`
}

const fileOf = (name) => join(ROOT, "packages", name, REPORT)

const eachReport = async (use) => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-api-"))
  try {
    for (const name of publicPackages()) use(name, await reportOf(name, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes the report of every published package. */
export const writeApiReports = () => eachReport((name, report) => writeFileSync(fileOf(name), report))

/**
 * Compares every report with the committed one, and finds public exports without a doc comment. Returns whether there
 * is no fault; prints what to do otherwise.
 */
export const checkApiReports = async () => {
  let agree = true
  const fail = (line) => {
    agree = false
    console.log(line)
  }
  for (const name of stalePublishConfigs()) {
    fail(`packages/${name}/package.json: publishConfig does not follow from exports: run npm run api:report`)
  }
  for (const line of undocumentedPublicExports()) fail(`${line}: say what it is, with shape, units and errors`)
  try {
    await eachReport((name, report) => {
      const committed = existsSync(fileOf(name)) ? readFileSync(fileOf(name), "utf8") : ""
      if (sortedWords(committed) === sortedWords(report)) return
      fail(`packages/${name}/${REPORT} differs from the code: run npm run api:report and review the difference`)
    })
  } catch (error) {
    fail(error.message)
  }
  return agree
}
