import process from "node:process"

// Loaded before each test file, so that a run for Deno never runs on Node by mistake.
if (process.env.LANDFALL_TEST_RUNTIME === "deno" && !("Deno" in globalThis)) {
  throw new Error("LANDFALL_TEST_RUNTIME is deno, and the tests do not run in Deno")
}
