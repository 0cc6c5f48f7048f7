import { defineConfig } from "vitest/config"
import LongestFirst from "./scripts/checks/sequencer.mjs"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "scripts/test/**/*.test.mjs"],
    setupFiles: ["./scripts/checks/runtime.mjs"],
    // Test files share their workers, and so one evaluation of effect: four times as quick as a worker for each.
    isolate: false,
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    // A hung test is found by these; a slow machine is not punished by them. Tests have no other limits of time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000
  }
})
