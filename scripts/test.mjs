import { launch } from "./launcher/launch.mjs"

launch("scripts/checks/main.mjs", process.argv.slice(2), {
  help: {
    about: "Runs every check and test, or the tests of the files whose paths contain FILE.",
    arguments: "[FILE ...] [-t NAME]"
  }
})
