import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/deno-test.mjs", process.argv.slice(2))
