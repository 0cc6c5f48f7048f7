import { launch } from "./launcher/launch.mjs"

launch("packages/landfall/src/main.ts", process.argv.slice(2), { inFolderOfCaller: true })
