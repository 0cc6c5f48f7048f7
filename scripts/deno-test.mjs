import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/deno-test.mjs", process.argv.slice(2), {
  help: { about: "Runs the tests of every package that runs on Deno, on Deno." }
})
