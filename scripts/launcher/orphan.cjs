// npm runs a script in a shell of its own, and a signal sent to npm ends npm or that shell, not what the shell has
// started. So that nothing is left running (and holding its port), a process that loads this ends by SIGTERM when its
// parent is gone, or, with LANDFALL_WATCH=2, its parent's parent (which Linux alone can tell).
const { readFileSync } = require("node:fs")

const EVERY_MS = 250

const parentOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ")[1]
  } catch {
    // Not Linux, or gone just now, which the next look at our own parent shows.
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
