import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/docs-site.mjs", process.argv.slice(2), {
  help: {
    about: "Writes the site of the documentation, with the reference of the packages named, into docs/site.",
    arguments: "[PACKAGE ...]"
  }
})
