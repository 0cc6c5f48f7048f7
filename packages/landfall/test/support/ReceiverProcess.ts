import { spawn } from "node:child_process"
import { once } from "node:events"

/** A program that receives alerts, in a separate process. */
export interface ReceiverProcess {
  /** What the first group of the pattern matched in its output. */
  readonly address: string
  /** Ends the program. Completes with all that it printed. */
  readonly stop: () => Promise<string>
}

/** Starts a program in a folder, and waits until its output matches the pattern. */
export const startReceiver = async (
  [program, ...args]: readonly [string, ...ReadonlyArray<string>],
  { folder, settings, listening }: { folder: string; settings: Record<string, string>; listening: RegExp }
): Promise<ReceiverProcess> => {
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...settings }, stdio: "pipe" })
  const kill = () => void child.kill("SIGKILL")
  process.once("exit", kill)
  let output = ""
  const closed = once(child, "close").then(() => process.off("exit", kill))
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const found = listening.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.once("error", reject)
    child.once("close", () => reject(new Error(`${program} ended before it listened: ${output}`)))
  })
  const stop = async () => {
    kill()
    await closed
    return output
  }
  return { address, stop }
}
