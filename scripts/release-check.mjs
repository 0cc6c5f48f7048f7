import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/release-check.mjs", process.argv.slice(2), {
  help: {
    about: "Does everything of a release but the upload: builds, packs, checks, installs and runs every package."
  }
})
