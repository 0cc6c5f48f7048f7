import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/check-deployment.mjs", process.argv.slice(2), {
  help: { about: "Checks the Dockerfile, compose.yaml and the files in deploy/, with the tools that this machine has." }
})
