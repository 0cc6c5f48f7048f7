import { writeFileSync } from "node:fs"
import { registerHooks } from "node:module"

/** Loaded before a program with `--import`: writes the URL of each module that the program loads to the file `RECORD_MODULES`. */
const urls = new Set<string>()

registerHooks({
  load: (url, context, next) => {
    urls.add(url)
    return next(url, context)
  }
})

process.on("exit", () => writeFileSync(process.env.RECORD_MODULES ?? "", [...urls].join("\n")))
