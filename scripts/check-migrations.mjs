import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/check-migrations.mjs", process.argv.slice(2), {
  help: { about: "Checks that no migration was changed or inserted before one that is committed." }
})
