import process from "node:process"
import { lastLine } from "../checks/counts.mjs"
import { denoTests } from "../checks/deno.mjs"

const counts = await denoTests({ whole: true })
console.log(lastLine(counts))
process.exitCode = counts.failed === 0 ? 0 : 1
