import { join } from "node:path"
import { rolldown } from "rolldown"
import { ROOT } from "../launcher/paths.mjs"

const ENTRY = join(ROOT, "packages", "landfall", "src", "executable.ts")

/** Modules that a package of npm requires only when somebody has installed them. Landfall has not. */
const OPTIONAL = ["pg-native"]

/** Packages read `import.meta.env`, which bundlers for browsers define. Elsewhere it is undefined, as on Node. */
const isHarmless = (code, message) => code === "EMPTY_IMPORT_META" && message.includes("node_modules")

/**
 * Bundles the command into one CommonJS file, which is what an executable of Node starts. The body of a module runs when the
 * module is first imported, as in the repository, so that a command starts without the modules of the others. Returns the
 * paths of the modules.
 */
export const bundleCommand = async (file) => {
  const warnings = []
  const bundle = await rolldown({
    input: ENTRY,
    platform: "node",
    external: OPTIONAL,
    onLog: (level, { code, message }) => {
      if (level === "warn" && !isHarmless(code, message)) warnings.push(message)
    }
  })
  try {
    const { output } = await bundle.write({
      file,
      format: "cjs",
      codeSplitting: false,
      strictExecutionOrder: true,
      keepNames: true,
      comments: false
    })
    if (output.length !== 1) throw new Error(`the bundle has ${output.length} files, and an executable starts one`)
    if (warnings.length > 0) throw new Error(`the bundle is incomplete:\n${warnings.join("\n")}`)
    return output[0].moduleIds
  } finally {
    await bundle.close()
  }
}
