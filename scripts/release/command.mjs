import { spawn } from "node:child_process"

/**
 * Runs a command to its end and returns `{ code, output }`: its exit code, null when a signal ended it, and what it printed
 * on both streams.
 */
export const runCommand = (command, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk))
    child.once("error", reject)
    child.once("close", (code) => resolve({ code, output: Buffer.concat(chunks).toString("utf8") }))
  })
