import { existsSync } from "node:fs"

/**
 * The folder where the person stands, to which relative paths refer. npm runs a script at the root of its package, and
 * says in INIT_CWD where it was called.
 */
export const folderOfCaller = (cwd, { npm_lifecycle_event, INIT_CWD }, root) =>
  cwd === root && npm_lifecycle_event !== undefined && INIT_CWD && existsSync(INIT_CWD) ? INIT_CWD : cwd
