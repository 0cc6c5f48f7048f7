import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { parseDockerfile, stagesOf } from "../deployment/dockerfile.mjs"
import { checkCompose, checkDeploymentFiles, checkDockerfile, checkProxies, checkUnit } from "../deployment/files.mjs"
import { readCommandNames, readSettingNames } from "../deployment/landfall.mjs"
import { verifyWithTools } from "../deployment/tools.mjs"
import { ROOT } from "../launcher/paths.mjs"

const read = (path) => readFileSync(join(ROOT, path), "utf8")

let settings = new Set()
let commands = new Set()
beforeAll(() => {
  settings = readSettingNames()
  commands = readCommandNames()
})

describe("the deployment files", () => {
  it("use settings and commands that exist, run without privileges, and pass the header API_KEY", () => {
    expect(settings.size).toBeGreaterThan(15)
    expect(commands).toContain("worker")
    expect(checkDeploymentFiles(settings, commands)).toEqual([])
  })

  it("are accepted by the tools that this machine has", () => {
    const { faults, missing } = verifyWithTools()
    if (missing.length > 0) console.log(`skipped: no ${missing.join(", ")} on this machine`)
    expect(faults).toEqual([])
  })
})

describe("the check of the deployment files", () => {
  const dockerfile = read("Dockerfile")
  const compose = read("compose.yaml")
  const unit = read("deploy/landfall.service")

  it.each([
    ["a setting that does not exist", (text) => text.replace("LANDFALL_DATA=", "LANDFALL_DATEN="), /LANDFALL_DATEN/],
    ["the user root", (text) => text.replace(/^USER .*$/m, ""), /runs as root/],
    ["a Node that is too old", (text) => text.replaceAll("node:24", "node:20"), /node:20-\S+ has no supported Node/],
    ["an unknown command", (text) => text.replace('"serve"', '"run"'), /no command run/],
    ["other flags than those of npm start", (text) => text.replace('"--expose-gc", ', ""), /^ENTRYPOINT starts/],
    ["a missing source", (text) => text.replace("COPY packages", "COPY parcels"), /parcels does not exist/]
  ])("finds %s in the Dockerfile", (_, change, fault) => {
    expect(checkDockerfile(change(dockerfile), settings, commands).join("\n")).toMatch(fault)
  })

  it.each([
    [
      "a setting that does not exist",
      (text) => text.replace("LANDFALL_PUBLIC_URL:", "LANDFALL_PUBLISHED:"),
      /LANDFALL_PUBLISHED/
    ],
    ["a writable image", (text) => text.replace("read_only: true", "read_only: false"), /can write to its image/],
    ["an undeclared volume", (text) => text.replace('"data:/data"', '"date:/data"'), /volume date/],
    ["an unknown command", (text) => text.replace("[worker]", "[work]"), /no command work/],
    ["a missing service", (text) => text.replace(/^ {2}postgres:$/m, "  database:"), /depends on postgres/]
  ])("finds %s in compose.yaml", (_, change, fault) => {
    expect(checkCompose(change(compose), settings, commands).join("\n")).toMatch(fault)
  })

  it("finds an unknown setting and missing hardening in the unit, and a proxy that drops API_KEY", () => {
    expect(checkUnit(unit.replace("=LANDFALL_DATA=", "=LANDFALL_DIR="), settings, commands).join()).toMatch(
      /LANDFALL_DIR/
    )
    expect(checkUnit(unit.replace("DynamicUser=yes\n", ""), settings, commands)).toEqual([
      "landfall.service lacks DynamicUser=yes"
    ])
    expect(checkProxies("server {}", "x { respond /metrics 404 }").join()).toMatch(/drops the header API_KEY/)
    const recent = read("deploy/nginx.conf").replace("ssl http2;", "ssl;\n  http2 on;")
    expect(checkProxies(recent, read("deploy/Caddyfile"))).toEqual([expect.stringContaining("before 1.25.1")])
  })

  it("reads continued lines and comments of a Dockerfile as Docker does", () => {
    const stages = stagesOf(parseDockerfile("# first\nFROM node:24 AS a\nRUN one \\\n  two\nFROM node:24\nUSER 1000\n"))
    expect(stages.map(({ instructions, name }) => [name, instructions])).toEqual([
      ["a", [{ name: "RUN", rest: "one  two" }]],
      ["1", [{ name: "USER", rest: "1000" }]]
    ])
  })
})
