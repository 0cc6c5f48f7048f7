import { launch } from "./launcher/launch.mjs"

launch("packages/landfall/src/main.ts", ["demo", ...process.argv.slice(2)])
