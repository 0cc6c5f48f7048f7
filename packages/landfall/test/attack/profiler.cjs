// Loaded into the attacked processes: SIGUSR2 begins a profile, and the next one writes it to PROFILE_FOLDER.
const { mkdirSync, writeFileSync } = require("node:fs")
const { Session } = require("node:inspector")
const { join } = require("node:path")

const folder = process.env.PROFILE_FOLDER
const session = new Session()
session.connect()
let isRunning = false
process.on("SIGUSR2", () => {
  if (isRunning) {
    session.post("Profiler.stop", (error, result) => {
      if (error !== null) return
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${process.pid}-${Date.now()}.cpuprofile`), JSON.stringify(result.profile))
    })
  } else {
    session.post("Profiler.enable")
    session.post("Profiler.start")
  }
  isRunning = !isRunning
})
