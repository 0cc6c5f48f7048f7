import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rewriteContract } from "../docs/contract.mjs"
import { ROOT } from "../launcher/paths.mjs"

const path = join(ROOT, "docs", "contract.md")
writeFileSync(path, rewriteContract(readFileSync(path, "utf8")))
