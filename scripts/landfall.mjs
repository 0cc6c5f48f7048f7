import { launch } from "./launcher/launch.mjs"

const args = process.argv.slice(2)

/** Commands that run until they are stopped. */
const SERVICES = ["serve", "worker"]

launch("packages/landfall/src/main.ts", args, {
  inFolderOfCaller: true,
  withDashboard: args.includes("serve"),
  inThisProcess: !SERVICES.some((name) => args.includes(name))
})
