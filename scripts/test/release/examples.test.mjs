import { cpSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { natsUnavailableReason, startNatsServer } from "../../../packages/broker-servers/src/NatsServer.ts"
import { postgresUnavailableReason, startPostgres } from "../../../packages/postgres-server/src/PostgresServer.ts"
import { ROOT } from "../../launcher/paths.mjs"
import { runCommand } from "../../release/command.mjs"
import { environmentOfUser, writeFiles } from "../../release/install.mjs"
import { projectWith, removeProject } from "./support/project.mjs"

const HANG_MILLIS = 300_000
const EXAMPLES = join(ROOT, "examples")
const manifestOf = (name) => JSON.parse(readFileSync(join(EXAMPLES, name, "package.json"), "utf8"))
const names = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

/** What the examples depend on, in one project: an installation for each would take minutes. */
const dependencies = Object.assign(
  {},
  ...names.map(manifestOf).flatMap((manifest) => [manifest.dependencies, manifest.devDependencies])
)
const landfallPackages = Object.keys(dependencies).filter((name) => name.startsWith("@landfall/"))
const others = Object.entries(dependencies).filter(([name]) => !name.startsWith("@landfall/"))
const TYPESCRIPT = JSON.parse(readFileSync(join(ROOT, "node_modules/typescript/package.json"), "utf8")).version

const project = await projectWith(landfallPackages, [
  ...others.map(([name, range]) => `${name}@${range}`),
  `typescript@${TYPESCRIPT}`
])

/** The servers that the tests of some examples need, why they are not there, and the tests that pass without them. */
const servers = {
  "delivery-engine": {
    reason: await postgresUnavailableReason(),
    start: async () => {
      const server = await startPostgres({ durable: false })
      return { env: { DATABASE_URL: server.url }, stop: () => server.destroy() }
    }
  },
  "custom-adapters": {
    reason: natsUnavailableReason,
    without: ["test/ForwarderSource.test.ts"],
    start: async () => {
      const server = await startNatsServer()
      return { env: { NATS_URL: `nats://127.0.0.1:${server.port}` }, stop: () => server.destroy() }
    }
  }
}

const reasonOf = (name) => {
  const reason = project.reason ?? servers[name]?.reason
  if (project.reason === undefined && reason !== undefined)
    console.log(`skipped: tests of the example ${name}, because ${reason}`)
  return reason
}

beforeAll(() => {
  if (project.folder === undefined) return
  for (const name of names)
    cpSync(join(EXAMPLES, name), join(project.folder, name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules")
    })
})
afterAll(() => removeProject(project))

const runScript = (name, script, env, more = []) => {
  const [command, ...args] = manifestOf(name).scripts[script].split(" ")
  const program =
    command === "node"
      ? [process.execPath]
      : [process.execPath, join(project.folder, "node_modules", command, `${command}.mjs`)]
  // A test that hangs ends, and with it the server that it uses.
  const options = { cwd: join(project.folder, name), env: { ...environmentOfUser(), ...env }, timeout: HANG_MILLIS }
  return runCommand(program[0], [...program.slice(1), ...args, ...more], options)
}

describe.skipIf(project.reason !== undefined)("the examples", () => {
  it("have the README, the scripts and the compiler settings of a complete project", () => {
    const settings = names.map((name) => readFileSync(join(EXAMPLES, name, "tsconfig.json"), "utf8"))
    expect(new Set(settings).size).toBe(1)
    for (const name of names) {
      expect(manifestOf(name), name).toMatchObject({ name, private: true, type: "module" })
      const [title, , ...text] = readFileSync(join(EXAMPLES, name, "README.md"), "utf8").split("\n")
      expect(title, name).toMatch(/^# \S/)
      expect(text.length, name).toBeLessThan(25)
    }
    expect(readFileSync(join(ROOT, "docs/embedding.md"), "utf8")).toSatisfy((text) =>
      names.every((name) => text.includes(`](../examples/${name})`))
    )
  })

  it("compile strictly against the declarations of the installed packages", async () => {
    writeFiles(project.folder, {
      "tsconfig.json": JSON.stringify({
        extends: `./${names[0]}/tsconfig.json`,
        include: names.flatMap((name) => [`${name}/src`, `${name}/test`])
      })
    })
    const tsc = join(project.folder, "node_modules/typescript/bin/tsc")
    const { code, output } = await runCommand(process.execPath, [tsc, "-p", project.folder])
    expect(output).toBe("")
    expect(code).toBe(0)
  })

  it.for(names.filter((name) => manifestOf(name).scripts.start !== undefined && servers[name] === undefined))(
    "%s starts as its README states",
    async (name) => {
      const { code, output } = await runScript(name, "start", {})
      expect(code, output).toBe(0)
      expect(output.split("\n").length).toBeGreaterThan(1)
    }
  )

  for (const [name, { reason, without = [] }] of Object.entries(servers)) {
    it.runIf(reason !== undefined && without.length > 0)(`${name} passes its tests without a server`, async () => {
      const { code, output } = await runScript(name, "test", {}, without)
      expect(code, output).toBe(0)
      expect(output).toMatch(/Tests .*passed/)
    })
  }

  for (const name of names) {
    it.skipIf(reasonOf(name) !== undefined)(`${name} passes its own tests`, async () => {
      const server = (await servers[name]?.start()) ?? { env: {}, stop: async () => {} }
      try {
        const { code, output } = await runScript(name, "test", server.env)
        expect(code, output).toBe(0)
        expect(output).toMatch(/(?:pass|passed \(|Tests .*passed)/)
      } finally {
        await server.stop()
      }
    })
  }
})
