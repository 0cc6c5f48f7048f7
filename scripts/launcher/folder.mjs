import { existsSync } from "node:fs"

/**
 * The folder of the caller, to which relative paths refer. npm runs a script at the root of its package, and sets
 * INIT_CWD to that folder.
 */
export const folderOfCaller = (cwd, { npm_lifecycle_event, INIT_CWD }, root) =>
  cwd === root && npm_lifecycle_event !== undefined && INIT_CWD && existsSync(INIT_CWD) ? INIT_CWD : cwd
