import { spawn } from "node:child_process"
import { constants } from "node:os"
import process from "node:process"

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"]

/** The exit code that stands for a signal: 130 for SIGINT. */
export const codeOf = (signal) => 128 + constants.signals[signal]

/**
 * Runs a command to its end and answers its exit code, 128 + n when signal n ended it. Signals sent to us go on to it,
 * except that a terminal has already sent Ctrl-C to both. `onStart` is given its process id, `onSignal` each signal.
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
    child.once("exit", (code, signal) => end(resolve)(signal ? codeOf(signal) : code))
    if (onStart !== undefined && child.pid !== undefined) onStart(child.pid)
  })
