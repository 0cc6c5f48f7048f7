import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/release-version.mjs", process.argv.slice(2), {
  help: { about: "Turns the pending changesets into one version and its changelogs." }
})
