import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { rolldown } from "rolldown"
import { ROOT } from "../launcher/paths.mjs"

/** As deep in the package as its sources, which find other packages and the dashboard by their relative locations. */
const PARENT = join(ROOT, "packages", "landfall", "node_modules")
const FOLDER = join(PARENT, `.command-${process.pid}`)

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== "ESRCH"
  }
}

/** Removes the bundles of runs that a signal ended. */
const removeAbandoned = () => {
  for (const name of readdirSync(PARENT)) {
    const [, pid] = /^\.command-(\d+)$/.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(PARENT, name), { recursive: true, force: true })
  }
}

/** The variable that names the file that tests start as the command, instead of that of the sources. */
export const TEST_COMMAND = "TEST_COMMAND"

/**
 * Runs `use` with the path of the command bundled into some hundred files, and removes them. A run of all tests starts the
 * command several hundred times, and a bundle starts with half the processor time of more than two thousand modules.
 */
export const withBundledCommand = async (use) => {
  removeAbandoned()
  const bundle = await rolldown({
    input: join(ROOT, "packages", "landfall", "src", "main.ts"),
    platform: "node",
    // A package that `pg` loads only where somebody has installed it.
    external: ["pg-native"],
    onLog: () => undefined
  })
  try {
    await bundle.write({
      dir: FOLDER,
      format: "esm",
      strictExecutionOrder: true,
      keepNames: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js"
    })
    return await use(join(FOLDER, "main.js"))
  } finally {
    await bundle.close()
    rmSync(FOLDER, { recursive: true, force: true })
  }
}
