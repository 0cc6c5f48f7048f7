import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { load, YAML11_SCHEMA } from "js-yaml"
import { FLAGS } from "../launcher/launch.mjs"
import { isSupported } from "../launcher/node.mjs"
import { ROOT } from "../launcher/paths.mjs"
import { argumentsOf, environmentOf, parseDockerfile, stagesOf } from "./dockerfile.mjs"

const MAIN = "packages/landfall/src/main.ts"

const read = (path) => readFileSync(join(ROOT, path), "utf8")

/** Variables of a deployment that are not settings of Landfall. */
const OTHER_VARIABLES = new Set(["NODE_ENV"])

const unknownVariables = (where, names, settings) =>
  names
    .filter((name) => !settings.has(name) && !OTHER_VARIABLES.has(name))
    .map((name) => `${where} sets ${name}, which landfall config does not list`)

const samePrefix = (where, given, expected) =>
  expected.every((part, index) => given[index] === part)
    ? []
    : [`${where} starts ${given.join(" ")}, and not ${expected.join(" ")}`]

/** The faults of the Dockerfile. */
export const checkDockerfile = (text, settings, commands) => {
  const stages = stagesOf(parseDockerfile(text))
  const last = stages.at(-1)
  const faults = unknownVariables("Dockerfile", Object.keys(environmentOf(last)), settings)
  for (const { image } of stages) {
    const [, major] = /^node:(\d+)(?:-|$)/.exec(image) ?? []
    if (!isSupported(`v${major}.99.0`)) faults.push(`Dockerfile: ${image} has no supported Node`)
  }
  const user = last.instructions.findLast(({ name }) => name === "USER")?.rest
  if (user === undefined || /^(root|0)\b/.test(user)) faults.push("Dockerfile: the container runs as root")
  faults.push(...samePrefix("ENTRYPOINT", argumentsOf(last, "ENTRYPOINT") ?? [], ["node", ...FLAGS, `/app/${MAIN}`]))
  const [command] = argumentsOf(last, "CMD") ?? []
  if (!commands.has(command)) faults.push(`Dockerfile: landfall has no command ${command}`)
  if (argumentsOf(last, "HEALTHCHECK") === undefined) faults.push("Dockerfile: there is no health check")
  for (const { name, rest } of stages[0].instructions) {
    if (name !== "COPY") continue
    for (const source of rest.split(/\s+/).slice(0, -1)) {
      if (!existsSync(join(ROOT, source))) faults.push(`Dockerfile: ${source} does not exist`)
    }
  }
  return faults
}

const isLandfall = (service) => service.image === "landfall"

const checkService = (name, service, compose, settings, commands) => {
  const where = `compose.yaml: ${name}`
  const faults = Object.keys(service.depends_on ?? {})
    .filter((other) => compose.services[other] === undefined)
    .map((other) => `${where} depends on ${other}, which does not exist`)
  for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
    if (condition === "service_healthy" && compose.services[other]?.healthcheck?.test === undefined) {
      faults.push(`${where} waits for the health of ${other}, which has no health check`)
    }
  }
  for (const volume of service.volumes ?? []) {
    const [source] = volume.split(":")
    if (!(source in (compose.volumes ?? {}))) faults.push(`${where} uses the volume ${source}, which is not declared`)
  }
  if (!isLandfall(service)) return faults
  faults.push(...unknownVariables(where, Object.keys(service.environment ?? {}), settings))
  if (!commands.has(service.command?.[0])) faults.push(`${where}: landfall has no command ${service.command?.[0]}`)
  if (service.read_only !== true) faults.push(`${where} can write to its image`)
  if (!service.cap_drop?.includes("ALL")) faults.push(`${where} has capabilities`)
  if (!service.security_opt?.includes("no-new-privileges:true")) faults.push(`${where} can gain privileges`)
  return faults
}

/** The faults of the compose file. */
export const checkCompose = (text, settings, commands) => {
  // Compose files merge mappings with `<<`, as YAML 1.1 does.
  const compose = load(text, { schema: YAML11_SCHEMA })
  const names = Object.keys(compose.services).filter((name) => isLandfall(compose.services[name]))
  const absent = ["server", "worker", "receiver"].filter((name) => !names.includes(name))
  const faults = Object.entries(compose.services).flatMap(([name, service]) =>
    checkService(name, service, compose, settings, commands)
  )
  return [...absent.map((name) => `compose.yaml has no service ${name} with the image landfall`), ...faults]
}

/** The lines of a systemd unit with a name, such as `Environment`. */
export const unitValues = (text, name) =>
  text
    .split("\n")
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1))

/** The hardening that the unit has to have. */
const HARDENING = ["DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet="]

/** The faults of the systemd unit that its text shows. */
export const checkUnit = (text, settings, commands) => {
  const lines = text.split("\n")
  const start = unitValues(text, "ExecStart")[0]?.split(" ") ?? []
  const names = unitValues(text, "Environment").map((pair) => pair.split("=", 1)[0])
  const command = start.at(-1)
  return [
    ...unknownVariables("landfall.service", names, settings),
    ...samePrefix("ExecStart", start, ["/usr/bin/node", ...FLAGS, `/opt/landfall/${MAIN}`]),
    ...(commands.has(command) ? [] : [`landfall.service: landfall has no command ${command}`]),
    ...HARDENING.filter((line) => !lines.includes(line)).map((line) => `landfall.service lacks ${line}`)
  ]
}

const bracesBalance = (text) => text.split("{").length === text.split("}").length

/** The faults of the configurations of the proxies that their text shows. */
export const checkProxies = (nginx, caddy) => [
  ...(/^\s*underscores_in_headers on;$/m.test(nginx) ? [] : ["nginx.conf drops the header API_KEY"]),
  ...(/^\s*http2 on;$/m.test(nginx) ? ["nginx.conf has http2 on, which nginx before 1.25.1 rejects"] : []),
  ...(/location = \/metrics \{\s*return 404;/.test(nginx) ? [] : ["nginx.conf serves /metrics to everybody"]),
  ...(/respond \/metrics 404/.test(caddy) ? [] : ["Caddyfile serves /metrics to everybody"]),
  ...(bracesBalance(nginx) && bracesBalance(caddy) ? [] : ["the braces of a proxy's configuration do not balance"])
]

/** The faults of every deployment file, from their texts alone. */
export const checkDeploymentFiles = (settings, commands) => [
  ...checkDockerfile(read("Dockerfile"), settings, commands),
  ...checkCompose(read("compose.yaml"), settings, commands),
  ...checkUnit(read("deploy/landfall.service"), settings, commands),
  ...checkProxies(read("deploy/nginx.conf"), read("deploy/Caddyfile"))
]
