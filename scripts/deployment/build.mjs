import { execFileSync, spawn } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join, normalize } from "node:path"
import process from "node:process"
import { ROOT } from "../launcher/paths.mjs"
import { argumentsOf, environmentOf, parseDockerfile, stagesOf } from "./dockerfile.mjs"

/** The tracked files that `.dockerignore` admits: a line with `!` admits, any other excludes, the last match decides. */
const contextFiles = () => {
  const rules = readFileSync(join(ROOT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const pattern = line
        .replace(/^!/, "")
        .replace(/[.+^${}()|[\]\\]/g, "\\$&")
        .replaceAll("**/", "(.*/)?")
        .replace(/(?<!\.)\*/g, "[^/]*")
      return { admits: line.startsWith("!"), pattern: new RegExp(`^${pattern}(/.*)?$`) }
    })
  return execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8"
  })
    .split("\0")
    .filter((path) => path !== "" && (rules.findLast(({ pattern }) => pattern.test(path))?.admits ?? true))
}

const copyContext = (folder) => {
  for (const path of contextFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
}

/** Absolute paths of the image, moved into the folder of a stage. */
const within = (folder, text) => text.replace(/(?<![\w.])\/(app|data)\b/g, `${folder}/$1`)

const copy = (rest, stage, context, folders) => {
  const words = rest.split(/\s+/)
  const from = words[0].startsWith("--from=") ? folders.get(words.shift().slice(7)) : context
  const target = words.pop()
  for (const source of words) {
    const destination = target.startsWith("/") ? join(stage.folder, target) : join(stage.workdir, target)
    const isFolder = target.endsWith("/")
    cpSync(join(from, normalize(source)), isFolder ? join(destination, source) : destination, {
      recursive: true,
      verbatimSymlinks: true
    })
  }
}

const buildStage = ({ instructions, name }, root, context, folders) => {
  const folder = join(root, `stage-${name}`)
  const stage = { folder, workdir: folder }
  mkdirSync(folder, { recursive: true })
  folders.set(name, folder)
  const env = { ...process.env, CI: "true", PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) }
  for (const { name: instruction, rest } of instructions) {
    if (instruction === "WORKDIR") {
      stage.workdir = join(folder, rest)
      mkdirSync(stage.workdir, { recursive: true })
    } else if (instruction === "COPY") {
      copy(rest, stage, context, folders)
    } else if (instruction === "RUN") {
      console.log(`RUN ${rest}`)
      // Only the image sets the owner of a folder.
      const command = within(folder, rest).replace(/ && chown .*$/, "")
      execFileSync("sh", ["-c", command], { cwd: stage.workdir, env, stdio: ["ignore", "inherit", "inherit"] })
    }
  }
  return folder
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Starts what the image starts, and waits until its health check succeeds. */
const startAndCheck = async (stage, folder) => {
  const port = String(await freePort())
  const values = Object.entries(environmentOf(stage)).map(([name, value]) => [name, within(folder, value)])
  const env = { PATH: process.env.PATH, ...Object.fromEntries(values), HOST: "127.0.0.1", PORT: port }
  const [, ...args] = [...argumentsOf(stage, "ENTRYPOINT"), ...argumentsOf(stage, "CMD")].map((part) =>
    within(folder, part)
  )
  const child = spawn(process.execPath, args, { cwd: join(folder, "data"), env, stdio: ["ignore", "pipe", "inherit"] })
  const ended = new Promise((resolve) => child.once("exit", resolve))
  try {
    const up = new Promise((resolve) =>
      child.stdout.on("data", (text) => String(text).includes("API key") && resolve("up"))
    )
    if ((await Promise.race([up, ended])) !== "up") throw new Error("the server ended before it was up")
    const [, ...check] = argumentsOf(stage, "HEALTHCHECK")
    execFileSync(process.execPath, check, { env })
    const dashboard = await fetch(`http://127.0.0.1:${port}/dashboard/`)
    if (!dashboard.ok) throw new Error(`the dashboard has the status ${dashboard.status}`)
    child.kill("SIGTERM")
    if ((await ended) !== 0) throw new Error(`the server ended with ${await ended}`)
  } finally {
    child.kill("SIGKILL")
  }
}

/** Runs the steps of the Dockerfile in an empty folder, without an image, and starts the result. */
export const buildWithoutDocker = async () => {
  const root = mkdtempSync(join(tmpdir(), "landfall-image-"))
  try {
    const context = join(root, "context")
    copyContext(context)
    const stages = stagesOf(parseDockerfile(readFileSync(join(ROOT, "Dockerfile"), "utf8")))
    const folders = new Map()
    for (const stage of stages) buildStage(stage, root, context, folders)
    await startAndCheck(stages.at(-1), folders.get(stages.at(-1).name))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
