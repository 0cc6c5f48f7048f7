import { join } from "node:path"
import { rolldown } from "rolldown"
import { folderOf } from "./packages.mjs"

/** The modules of the commands, which help and version of the command above them do not load. */
const COMMANDS = /^\.\/(?:commands|import)\//

/** The folder of the npm package that a module belongs to; undefined for a module of the repository or of the bundler. */
export const packageFolderOf = (module) =>
  /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll("\\", "/"))?.[1]

/**
 * Bundles the built command without its subcommands into one file, `dist/outline.js`, by which `landfall --help` starts three
 * times as fast as by the modules of `effect` one by one. Returns the folders of the npm packages whose code it contains.
 */
export const bundleOutline = async () => {
  const dist = join(folderOf("landfall"), "dist")
  const bundle = await rolldown({
    input: join(dist, "main.js"),
    platform: "node",
    external: COMMANDS,
    onLog: (level, { message }) => {
      if (level === "warn") throw new Error(`the outline of the command: ${message}`)
    }
  })
  try {
    const { output } = await bundle.write({
      file: join(dist, "outline.js"),
      format: "esm",
      codeSplitting: false,
      comments: false
    })
    const folders = output[0].moduleIds.map(packageFolderOf).filter((folder) => folder !== undefined)
    return [...new Set(folders)].sort()
  } finally {
    await bundle.close()
  }
}
