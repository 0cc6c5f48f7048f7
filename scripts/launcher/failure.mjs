import { writeSync } from "node:fs"
import { EOL } from "node:os"
import process from "node:process"

/** Something a person can put right: `message` is one line that says what to do. */
export class Failure extends Error {}

/** The set-up was stopped by a signal: there is nothing to say, `code` tells it. */
export class Stopped extends Error {
  constructor(code) {
    super(`stopped (${code})`)
    this.code = code
  }
}

/** One line on standard error: standard output belongs to the program. */
export const say = (line) => {
  try {
    writeSync(2, `landfall: ${line}${EOL}`)
  } catch {
    // Nobody reads standard error any more, and the start does not depend on it.
  }
}

/** Says what went wrong in one line and answers the exit code. */
export const report = (error) => {
  if (error instanceof Stopped) return error.code
  say(error instanceof Failure ? error.message : explain(`${error.code} ${error.message}`, "the start"))
  return 1
}

const registry = () => process.env.npm_config_registry || "the npm registry"

const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONN(?:REFUSED|RESET|ABORTED)|E(?:NET|HOST)UNREACH|ETIMEDOUT|ESOCKET|ENOTCACHED|socket hang up|network|error sending request|connection refused|dns error|timed? ?out/i

/** Whether this output is that of a tool that could not reach the registry. */
export const isUnreachable = (output) => UNREACHABLE.test(output)

const KNOWN = [
  [/ENOSPC|no space left|os error 28\b/i, () => "the disk is full: free at least 1 GB and start again"],
  [/EDQUOT|quota exceeded/i, () => "your disk quota is used up: free at least 1 GB and start again"],
  [
    /EROFS|read-only file system/i,
    () => "the folder is on a read-only file system: copy the repository to a place that can be written to"
  ],
  [
    /EACCES|EPERM|permission denied|operation not permitted/i,
    () => "a folder cannot be written to: check who owns the repository and the npm cache (npm config get cache)"
  ],
  [
    /ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_LOCKFILE|frozen-lockfile/i,
    () => "pnpm-lock.yaml does not fit the package.json files: run npx pnpm@12 install, or restore the files with git"
  ],
  [
    /CERT_|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|certificate/i,
    () =>
      `the certificate of ${registry()} is not trusted: set NODE_EXTRA_CA_CERTS and npm config cafile to your proxy's`
  ],
  [
    /E407|proxy authentication/i,
    () => "the proxy asks for a name and password: put them in npm config proxy and https-proxy"
  ],
  [
    /\bE40[13]\b|ERR_PNPM_FETCH_40[13]|unauthorized|forbidden/i,
    () => `${registry()} refuses access: log in with npm login, or set npm config registry`
  ],
  [
    /\bE404\b|ETARGET|ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION|No matching version/i,
    () => `${registry()} lacks a package that is needed: check npm config get registry`
  ],
  [
    UNREACHABLE,
    () => `${registry()} cannot be reached: check the network, the proxy and npm config get registry, then start again`
  ]
]

/**
 * One line for the output of a tool that failed, or of a system call: the first known cause in it, else where to look.
 * `what` names what was being done, `log` the file with the whole output.
 */
export const explain = (output, what, log) => {
  const cause = KNOWN.find(([pattern]) => pattern.test(output))
  if (cause) return `${what} failed: ${cause[1]()}${log ? ` (log: ${log})` : ""}`
  if (log === undefined) return `${what} failed: ${output.trim().split("\n")[0]}`
  // A tool that can write nothing to its log has most likely run out of disk, and has given it back by now.
  if (output.trim() === "") return `${what} failed without a word: see that the disk has 1 GB free, then start again`
  return `${what} failed: read ${log}, then start again`
}
