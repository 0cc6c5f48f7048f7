import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/contract.mjs", process.argv.slice(2), {
  help: { about: "Writes the tables of docs/contract.md from the contract." }
})
