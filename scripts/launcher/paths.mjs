import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The root of the repository. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The files that the launcher keeps between starts. */
export const STATE = join(ROOT, "node_modules", ".landfall")
export const STAMP = join(STATE, "installed")
export const DOWNLOADED_NODE = join(STATE, "node.json")
export const LOCK = join(STATE, "lock")
export const LOG = join(STATE, "install.log")

/** The folder where Node caches compiled code. */
export const COMPILE_CACHE = join(ROOT, "node_modules", ".cache", "landfall", "compiled")

/** Loaded into a program, so that it ends when npm has ended. */
export const ORPHAN_GUARD = join(ROOT, "scripts", "launcher", "orphan.cjs")
