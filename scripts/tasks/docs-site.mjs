import { join } from "node:path"
import process from "node:process"
import { referencePackages, writeSite } from "../docs/site.mjs"
import { ROOT } from "../launcher/paths.mjs"

const all = referencePackages()
const names = process.argv.slice(2)
const unknown = names.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`unknown package: ${unknown.join(", ")}; name some of ${all.join(", ")}, or none for all`)
  process.exitCode = 2
} else {
  const target = join(ROOT, "docs", "site")
  process.stdout.write(await writeSite(names.length === 0 ? all : names, target))
  console.log("docs/site/index.html")
}
