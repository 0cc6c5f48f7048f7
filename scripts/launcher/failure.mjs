import { writeSync } from "node:fs"
import { EOL } from "node:os"
import process from "node:process"

/** A failure that a person can fix: `message` is one line with the fault and the remedy. */
export class Failure extends Error {}

/** A signal stopped the set-up. Nothing is printed; `code` is the exit code. */
export class Stopped extends Error {
  constructor(code) {
    super(`stopped (${code})`)
    this.code = code
  }
}

/** Prints one line to standard error; standard output belongs to the program. */
export const printLine = (line) => {
  try {
    writeSync(2, `landfall: ${line}${EOL}`)
  } catch {
    // Standard error is closed; the start does not depend on it.
  }
}

/** Prints the failure as one line and returns the exit code. */
export const report = (error) => {
  if (error instanceof Stopped) return error.code
  printLine(error instanceof Failure ? error.message : explain(`${error.code} ${error.message}`, "the start"))
  return 1
}

const registry = () => process.env.npm_config_registry || "the npm registry"

const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONN(?:REFUSED|RESET|ABORTED)|E(?:NET|HOST)UNREACH|ETIMEDOUT|ESOCKET|ENOTCACHED|socket hang up|network|error sending request|connection refused|dns error|timed? ?out/i

/** Whether the output of a tool shows that it could not reach the registry. */
export const isUnreachable = (output) => UNREACHABLE.test(output)

const KNOWN = [
  [/ENOSPC|no space left|os error 28\b/i, () => "the disk is full: free at least 1 GB and start again"],
  [/EDQUOT|quota exceeded/i, () => "your disk quota is used up: free at least 1 GB and start again"],
  [
    /EROFS|read-only file system/i,
    () => "the folder is on a read-only file system: copy the repository to a writable folder"
  ],
  [
    /EACCES|EPERM|permission denied|operation not permitted/i,
    () => "a folder is not writable: check the owner of the repository and of the npm cache (npm config get cache)"
  ],
  [
    /ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_LOCKFILE|frozen-lockfile/i,
    () => "pnpm-lock.yaml does not match the package.json files: run npx pnpm@12 install, or restore the files with git"
  ],
  [
    /CERT_|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|certificate/i,
    () =>
      `the certificate of ${registry()} is not trusted: set NODE_EXTRA_CA_CERTS and npm config cafile to the certificate of your proxy`
  ],
  [
    /E407|proxy authentication/i,
    () => "the proxy requires a user name and a password: set them in npm config proxy and https-proxy"
  ],
  [
    /\bE40[13]\b|ERR_PNPM_FETCH_40[13]|unauthorized|forbidden/i,
    () => `${registry()} denies access: log in with npm login, or set npm config registry`
  ],
  [
    /\bE404\b|ETARGET|ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION|No matching version/i,
    () => `${registry()} does not have a required package: check npm config get registry`
  ],
  [
    UNREACHABLE,
    () => `${registry()} cannot be reached: check the network, the proxy and npm config get registry, then start again`
  ]
]

/**
 * One line about a tool or a system call that failed: the first known cause in its output, else the log to read.
 * `action` names what failed, `log` the file with the whole output.
 */
export const explain = (output, action, log) => {
  const cause = KNOWN.find(([pattern]) => pattern.test(output))
  if (cause) return `${action} failed: ${cause[1]()}${log ? ` (log: ${log})` : ""}`
  if (log === undefined) return `${action} failed: ${output.trim().split("\n")[0]}`
  // A tool that writes nothing to its log has probably filled the disk, and freed it when it ended.
  if (output.trim() === "")
    return `${action} failed without output: check that the disk has 1 GB free, then start again`
  return `${action} failed: read ${log}, then start again`
}
