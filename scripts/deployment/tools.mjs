import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { ROOT } from "../launcher/paths.mjs"
import { makeCertificate, writeCaddy, writeNginx } from "./proxyConfigs.mjs"

const isPresent = (tool) => spawnSync("sh", ["-c", `command -v ${tool}`]).status === 0

const run = (tool, args, folder) => {
  const { status, stderr, stdout } = spawnSync(tool, args, { cwd: folder, encoding: "utf8" })
  return status === 0 ? [] : [`${tool} ${args.join(" ")}: ${stdout}${stderr}`.trim()]
}

/** Where the proxies would listen; nothing listens while they check their files. */
const PORTS = { http: 80, https: 443, landfall: 8080 }

/** nginx checks a whole configuration, and certificates that exist. */
const verifyNginx = (folder) =>
  run("nginx", ["-t", "-p", folder, "-c", writeNginx(folder, makeCertificate(folder), PORTS)], folder)

const verifyCaddy = (folder) => {
  const path = writeCaddy(folder, makeCertificate(folder), PORTS)
  return run("caddy", ["validate", "--config", path, "--adapter", "caddyfile"], folder)
}

/** The programs of this machine that exist only where Landfall is installed, replaced by ones that exist here. */
const verifyUnit = (folder) => {
  const unit = readFileSync(join(ROOT, "deploy/landfall.service"), "utf8")
    .replace("/usr/bin/node", process.execPath)
    .replaceAll("/opt/landfall", ROOT)
  const path = join(folder, "landfall.service")
  writeFileSync(path, unit)
  return run("systemd-analyze", ["verify", "--man=no", path], folder)
}

const TOOLS = [
  ["systemd-analyze", verifyUnit],
  ["nginx", verifyNginx],
  ["caddy", verifyCaddy]
]

/** Verifies each file with its tool, where this machine has it. Returns the faults and the tools that are missing. */
export const verifyWithTools = () => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-deployment-"))
  try {
    const present = TOOLS.filter(([tool]) => isPresent(tool))
    return {
      faults: present.flatMap(([, verify]) => verify(folder)),
      verified: present.map(([tool]) => tool),
      missing: TOOLS.filter(([tool]) => !isPresent(tool)).map(([tool]) => tool)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
