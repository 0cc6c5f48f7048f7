import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, relative, sep } from "node:path"
import process from "node:process"
import { binOf } from "../checks/tool.mjs"
import { BUILT_DASHBOARD, ensureDashboard } from "../launcher/dashboard.mjs"
import { ROOT } from "../launcher/paths.mjs"
import { runCommand } from "./command.mjs"
import { compactDeclaration } from "./declaration.mjs"
import { withDirectImports } from "./effectImports.mjs"
import { writeNotices } from "./notices.mjs"
import { bundleOutline } from "./outline.mjs"
import { containsSources, folderOf, manifestOf, publishedPackages } from "./packages.mjs"
import { publicModules } from "./publicModules.mjs"
import { publishConfigOf } from "./publishConfig.mjs"
import { minifyScript } from "./script.mjs"

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort()

/**
 * Emits the sources of every published package into `folder`, in one run of the compiler. Comments are in the
 * declarations, where editors read them, and not in the JavaScript.
 */
const emit = async (folder, options) => {
  const project = join(folder, "tsconfig.json")
  const settings = {
    extends: join(ROOT, "tsconfig.base.json"),
    include: publishedPackages().map((name) => join(folderOf(name), "src")),
    compilerOptions: {
      noEmit: false,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      types: ["node"],
      typeRoots: [join(ROOT, "node_modules", "@types")],
      rootDir: join(ROOT, "packages"),
      outDir: join(folder, "out"),
      ...options
    }
  }
  writeFileSync(project, JSON.stringify(settings))
  return runCommand(process.execPath, [binOf("typescript", "tsc"), "-p", project])
}

/** Specifiers of a declaration file as Node and browsers resolve them; the compiler leaves the extension `.ts` there. */
const withScripts = (text) => text.replaceAll(/((?:from|import) ?\(?["']\.{1,2}\/[^"']*)\.ts(["'])/g, "$1.js$2")

const MAP_COMMENT = /\n?\/\/# sourceMappingURL=\S+\s*$/

const mapOf = (file, source, mappings, more = {}) =>
  JSON.stringify({ version: 3, ...more, sources: [relative(dirname(file), source)], names: [], mappings })

/** Writes a script of `out` to `target`, minified, with its map. */
const placeScript = (from, target, source) => {
  const compiled = readFileSync(from, "utf8").replace(MAP_COMMENT, "\n")
  const map = JSON.parse(readFileSync(`${from}.map`, "utf8"))
  const { code, mappings } = minifyScript(basename(target), withDirectImports(compiled), map)
  writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`)
  writeFileSync(`${target}.map`, mapOf(target, source, mappings))
}

/** Writes a declaration file of `out` to `target`: with its map where the package contains the source that it names. */
const placeDeclaration = (from, target, source, hasSources) => {
  const text = withScripts(readFileSync(from, "utf8"))
  if (!hasSources) return writeFileSync(target, compactDeclaration(text.replace(MAP_COMMENT, "\n")))
  const { mappings } = JSON.parse(readFileSync(`${from}.map`, "utf8"))
  writeFileSync(target, text)
  // TypeScript ignores a map that does not name its file.
  writeFileSync(`${target}.map`, mapOf(target, source, mappings, { file: basename(target) }))
}

/** Moves the output of one package into its `dist`. */
const place = (out, name) => {
  const dist = join(folderOf(name), "dist")
  const source = join(folderOf(name), "src")
  const hasSources = containsSources(name)
  rmSync(dist, { recursive: true, force: true })
  for (const file of filesIn(out).filter((path) => !path.endsWith(".map"))) {
    const target = join(dist, file)
    mkdirSync(dirname(target), { recursive: true })
    const original = join(source, file.replace(/(?:\.d\.ts|\.js)$/, ".ts"))
    if (file.endsWith(".js")) placeScript(join(out, file), target, original)
    else placeDeclaration(join(out, file), target, original, hasSources)
  }
  for (const file of filesIn(source)) {
    const isWritten = file.endsWith(".js") || file.endsWith(".d.ts")
    if (isWritten && !existsSync(join(dist, file))) cpSync(join(source, file), join(dist, file))
  }
}

/** The declaration files that the declaration file `file` of a package imports. */
const importedDeclarations = (file) =>
  [...readFileSync(file, "utf8").matchAll(/(?:from|import) ?\(?["'](\.{1,2}\/[^"']*)\.js["']/g)].map(([, path]) =>
    join(dirname(file), `${path}.d.ts`)
  )

/**
 * Removes the declarations that no public module leads to: users cannot import their modules. Returns those that a public
 * module leads to and that the compiler has not written.
 */
const removeSealedDeclarations = (name) => {
  const folder = folderOf(name)
  const queue = publicModules(publishConfigOf(manifestOf(name)), folder).map(([, file]) =>
    join(folder, file.replace(/\.js$/, ".d.ts"))
  )
  const reached = new Set(queue)
  const missing = []
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (!existsSync(file)) {
      missing.push(file)
      continue
    }
    for (const imported of importedDeclarations(file)) {
      if (!reached.has(imported)) queue.push(imported)
      reached.add(imported)
    }
  }
  const dist = join(folder, "dist")
  for (const file of filesIn(dist).filter((path) => /\.d\.ts(?:\.map)?$/.test(path))) {
    if (!reached.has(join(dist, file.replace(/\.map$/, "")))) rmSync(join(dist, file))
  }
  return missing
}

/** Puts the built dashboard into the package `landfall`, which serves it. */
const placeDashboard = async () => {
  await ensureDashboard(process.execPath)
  cpSync(BUILT_DASHBOARD, join(folderOf("landfall"), "dist", "dashboard"), { recursive: true })
}

/** Builds every published package: JavaScript, declarations and maps in `dist`, and the third-party notices beside it. */
export const buildPackages = async () => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-build-"))
  try {
    const compiled = await emit(folder, { sourceMap: true, removeComments: true })
    if (compiled.code !== 0) throw new Error(`the packages do not compile:\n${compiled.output}`)
    // Errors of modules that no public one leads to do not matter: their declarations are not included.
    const declared = await emit(folder, { declaration: true, declarationMap: true, emitDeclarationOnly: true })
    for (const name of publishedPackages()) {
      place(join(folder, "out", name, "src"), name)
      const missing = removeSealedDeclarations(name)
      if (missing.length > 0) throw new Error(`${missing.join(", ")} cannot be declared:\n${declared.output}`)
      writeNotices(name)
    }
    writeNotices("landfall", await bundleOutline())
    await placeDashboard()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
