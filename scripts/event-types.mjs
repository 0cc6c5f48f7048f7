import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/event-types.mjs", process.argv.slice(2), {
  help: { about: "Writes docs/event-types.md and docs/event-types.schema.json from the catalogue." }
})
