import process from "node:process"

// Loaded before each test file: a run that is meant for Deno is not quietly one on Node.
if (process.env.LANDFALL_TEST_RUNTIME === "deno" && !("Deno" in globalThis)) {
  throw new Error("these tests are to run inside Deno, and this is not Deno")
}
