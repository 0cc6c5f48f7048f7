import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { TEST_FILES } from "./scripts/checks/filters.mjs"
import LongestFirst from "./scripts/checks/sequencer.mjs"

const WORKERS_PER_PROCESSOR = 2

export default defineConfig({
  test: {
    include: TEST_FILES,
    setupFiles: ["./scripts/checks/runtime.mjs"],
    // Test files share their workers, and so one evaluation of effect: four times as quick as a worker for each.
    isolate: false,
    // Tests that start processes or a browser wait for them half of the time.
    maxWorkers: Math.ceil(WORKERS_PER_PROCESSOR * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // A hung test is found by these; a slow machine is not punished by them. Tests have no other limits of time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000
  }
})
