import { spawn } from "node:child_process"
import { constants } from "node:os"
import process from "node:process"

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"]

/** The exit code of a process that a signal ended: 130 for SIGINT. */
export const exitCodeOf = (signal) => 128 + constants.signals[signal]

/**
 * Runs a command and returns its exit code, 128 + n when signal n ended it. Forwards signals to the command, except
 * Ctrl-C, which a terminal sends to both. `onStart` receives the process id of the command, `onSignal` each signal.
 */
export const run = (command, args, { onStart, onSignal, ...options }) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    const forward = (signal) => {
      if (onSignal !== undefined) onSignal(signal)
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
    }
    const end = (settle) => (value) => {
      for (const signal of SIGNALS) process.removeListener(signal, forward)
      settle(value)
    }
    for (const signal of SIGNALS) process.on(signal, forward)
    child.once("error", end(reject))
    child.once("exit", (code, signal) => end(resolve)(signal ? exitCodeOf(signal) : code))
    if (onStart !== undefined && child.pid !== undefined) onStart(child.pid)
  })
