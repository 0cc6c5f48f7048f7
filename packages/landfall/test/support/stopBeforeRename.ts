import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const { rename, writeSync } = fs

// Loaded before a command with `--import`: stops the process when it is about to give a file its final name, as if it
// were killed at this point, and reports it on standard error.
Object.assign(fs, {
  rename: (...args: Parameters<typeof rename>): void => {
    writeSync(2, `stopped before the rename to ${String(args[1])}\n`)
    process.kill(process.pid, "SIGSTOP")
    rename(...args)
  }
})
syncBuiltinESMExports()
