import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The repository's root. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** What the launcher knows between starts. */
export const STATE = join(ROOT, "node_modules", ".landfall")
export const STAMP = join(STATE, "installed")
export const BROUGHT_NODE = join(STATE, "node.json")
export const LOCK = join(STATE, "lock")
export const LOG = join(STATE, "install.log")

/** Where Node keeps compiled code between starts. */
export const COMPILED = join(ROOT, "node_modules", ".cache", "landfall", "compiled")

/** Loaded into a program so that it does not outlive what started it. */
export const ORPHAN = join(ROOT, "scripts", "launcher", "orphan.cjs")
