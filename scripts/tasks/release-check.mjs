import { checkRelease } from "../release/check.mjs"

process.exitCode = (await checkRelease()) ? 0 : 1
