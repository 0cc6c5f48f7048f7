import { launch } from "./launcher/launch.mjs"

launch("packages/dashboard/test/screenshots.ts", process.argv.slice(2), {
  help: { about: "Takes the pictures of the dashboard in docs/images, or those named.", arguments: "[NAME ...]" }
})
