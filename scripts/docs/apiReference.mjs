import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { ROOT } from "../launcher/paths.mjs"
import { runCommand } from "../release/command.mjs"
import { folderOf, manifestOf, publishedPackages } from "../release/packages.mjs"
import { publicModules } from "../release/publicModules.mjs"

const TYPEDOC = join(folderOf("api-reference"), "node_modules", "typedoc", "bin", "typedoc")

/** The published libraries: those with public modules. */
export const referencePackages = () => publishedPackages().filter((name) => manifestOf(name).exports !== undefined)

const modulesOf = (name) =>
  publicModules(manifestOf(name), folderOf(name))
    .filter(([, file]) => file.endsWith(".ts"))
    .map(([, file]) => join(folderOf(name), file))

/**
 * Writes the reference of every public module of packages into a folder, as pages of HTML. Returns what typedoc printed.
 * The folder is replaced.
 */
export const writeApiReference = async (names, target) => {
  if (!existsSync(TYPEDOC))
    throw new Error("typedoc is not installed: run npm start once, which installs the repository")
  const folder = mkdtempSync(join(tmpdir(), "landfall-reference-"))
  const entryPoints = names.flatMap(modulesOf)
  try {
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(ROOT, "tsconfig.base.json"),
        files: entryPoints,
        compilerOptions: { types: ["node"], typeRoots: [join(ROOT, "node_modules", "@types")] }
      })
    )
    writeFileSync(
      join(folder, "typedoc.json"),
      JSON.stringify({
        entryPoints,
        tsconfig: join(folder, "tsconfig.json"),
        out: target,
        name: "Landfall",
        readme: join(ROOT, "docs", "embedding.md"),
        basePath: join(ROOT, "packages"),
        // The sources are checked by the compiler of the repository.
        skipErrorChecking: true,
        excludeExternals: true,
        disableSources: true,
        includeVersion: false,
        validation: {
          notExported: false,
          invalidLink: false,
          invalidPath: false,
          rewrittenLink: false,
          unusedMergeModuleWith: false
        },
        logLevel: "Error"
      })
    )
    const memory = "--max-old-space-size=4096"
    const { code, output } = await runCommand(
      process.execPath,
      [memory, TYPEDOC, "--options", join(folder, "typedoc.json")],
      {
        cwd: ROOT
      }
    )
    if (code !== 0) throw new Error(`typedoc ended with ${code}:\n${output}`)
    return output
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
