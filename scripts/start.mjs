import { launch } from "./launcher/launch.mjs"

launch("packages/landfall/src/main.ts", ["serve", ...process.argv.slice(2)], {
  inFolderOfCaller: true,
  withDashboard: true
})
