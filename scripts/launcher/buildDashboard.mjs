import process from "node:process"
import { ensureDashboard } from "./dashboard.mjs"
import { report } from "./failure.mjs"

try {
  await ensureDashboard(process.execPath)
} catch (error) {
  process.exitCode = report(error)
}
