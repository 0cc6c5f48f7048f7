// npm runs a script in a shell. A signal sent to npm ends npm or the shell, and not the process in the shell. A process
// that loads this file ends itself with SIGTERM when its parent has ended or, with LANDFALL_WATCH=2, when the parent of
// its parent has ended (on Linux only), so that it does not keep its port.
const { readFileSync } = require("node:fs")

const EVERY_MS = 250

const parentOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ")[1]
  } catch {
    // Not Linux, or the process has just ended, which the next check of the parent shows.
    return "unknown"
  }
}

const ancestors = () =>
  process.env.LANDFALL_WATCH === "2" ? `${process.ppid} ${parentOf(process.ppid)}` : `${process.ppid}`

const before = ancestors()
const timer = setInterval(() => {
  if (ancestors() === before) return
  clearInterval(timer)
  process.kill(process.pid, "SIGTERM")
}, EVERY_MS)
timer.unref()
