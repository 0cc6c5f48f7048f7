import { launch } from "./launcher/launch.mjs"

launch("packages/http/src/main.ts", ["serve", ...process.argv.slice(2)])
