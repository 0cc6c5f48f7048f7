import { launch } from "./launcher/launch.mjs"

launch("packages/dashboard/test/screenshots.ts", process.argv.slice(2))
