import { readFileSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import process from "node:process"
import { afterAll, describe, expect, it } from "vitest"
import { natsUnavailableReason, startNatsServer } from "../../../packages/broker-servers/src/NatsServer.ts"
import { rabbitUnavailableReason, startRabbitServer } from "../../../packages/broker-servers/src/RabbitServer.ts"
import { binOf } from "../../checks/tool.mjs"
import { ROOT } from "../../launcher/paths.mjs"
import { runCommand } from "../../release/command.mjs"
import { writeFiles } from "../../release/install.mjs"
import { manifestOf, publishedPackages } from "../../release/packages.mjs"
import { definitionsOf } from "./support/editor.mjs"
import {
  denoCommand,
  manifestIn,
  modulesIn,
  programIn,
  projectWith,
  removeProject,
  runProgram,
  supportedNodes
} from "./support/project.mjs"

const NEUTRAL = ["@landfall/core", "@landfall/sea", "@landfall/feeds", "@landfall/api"]
const SERVICES = [
  "@landfall/storage",
  "@landfall/worker",
  "@landfall/nats",
  "@landfall/rabbitmq",
  "@landfall/sqs",
  "@landfall/http",
  "@landfall/testing"
]
const LIBRARIES = [...NEUTRAL, ...SERVICES]

/** A line that the program of each README prints. That of api needs a server: `command.test.mjs` runs it. */
const OUTPUT = {
  "@landfall/core": "CNSHA container.loaded.at.first.pol",
  "@landfall/sea": "nm by dover, cape-of-good-hope, malacca",
  "@landfall/feeds": "1 event read, 1 rejected: $[1].eventDateTime",
  "@landfall/storage": "Harbour has the plan pay-as-you-go",
  "@landfall/sqs": "status 503",
  "@landfall/worker": "http://0x7f.1/ is rejected: the host is a loopback address",
  "@landfall/http": 'harbour_berths_free{port="NLRTM"} 3',
  "@landfall/testing": "CNSHA → SGSIN → DEHAM"
}

const project = await projectWith(LIBRARIES, [
  `typescript@${versionOf("typescript")}`,
  `@types/node@${versionOf("@types/node")}`
])
const nodes = project.folder === undefined ? [] : await supportedNodes()
afterAll(() => removeProject(project))

function versionOf(name) {
  return JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")).version
}

const requireOf = (name) => createRequire(join(ROOT, "packages", name, "package.json"))

/** A NATS server with a stream for the subject of the README. Returns its address, and how it ends. */
const startNats = async () => {
  const server = await startNatsServer()
  const { connect } = requireOf("nats")("@nats-io/transport-node")
  const { jetstreamManager } = requireOf("nats")("@nats-io/jetstream")
  const connection = await connect({ servers: `127.0.0.1:${server.port}` })
  await (await jetstreamManager(connection)).streams.add({ name: "ALERTS", subjects: ["alerts.>"] })
  await connection.close()
  return { address: `127.0.0.1:${server.port}`, destroy: server.destroy }
}

/** A RabbitMQ server with the queue of the README. */
const startRabbit = async () => {
  const server = await startRabbitServer()
  const { Connection } = requireOf("rabbitmq")("rabbitmq-client")
  const connection = new Connection(`amqp://guest:guest@127.0.0.1:${server.port}`)
  await connection.queueDeclare({ queue: "alerts", durable: true })
  await connection.close()
  return { address: `127.0.0.1:${server.port}`, destroy: server.destroy }
}

/** The brokers whose packages publish to them: the address in the README, and a server with what the README expects. */
const BROKERS = [
  { name: "@landfall/nats", address: "127.0.0.1:4222", start: startNats, reason: natsUnavailableReason },
  { name: "@landfall/rabbitmq", address: "127.0.0.1:5672", start: startRabbit, reason: rabbitUnavailableReason }
]
for (const { name, reason } of BROKERS) {
  if (reason !== undefined) console.log(`skipped: the program of ${name} with a broker, because ${reason}`)
}

/** The modules of contract suites need a test runner. */
const needsRunner = (module) => module.includes("/contract/")

const importsOf = (names) =>
  names
    .flatMap((name) => modulesIn(project.folder, name))
    .filter((module) => !needsRunner(module))
    .map((module) => `await import("${module}")\n`)
    .join("")

it("runs the program of the README of every published package, here or as the installed command", () => {
  const withProgram = [...Object.keys(OUTPUT), ...BROKERS.map(({ name }) => name), "@landfall/api", "landfall"]
  const published = publishedPackages().map((name) => manifestOf(name).name)
  expect([...new Set(withProgram)].sort()).toEqual(published.sort())
  expect([...LIBRARIES, "landfall"].sort()).toEqual(published)
})

describe.skipIf(project.reason !== undefined)("the installed libraries", () => {
  it("share the effect of the project, and bring no test runner", () => {
    const lock = JSON.parse(readFileSync(join(project.folder, "package-lock.json"), "utf8"))
    const paths = Object.keys(lock.packages)
    expect(paths.filter((path) => path.endsWith("node_modules/effect"))).toEqual(["node_modules/effect"])
    expect(paths.filter((path) => /\/(?:vitest|vite)$/.test(path))).toEqual([])
    for (const name of LIBRARIES) expect(manifestIn(project.folder, name).peerDependencies.effect).toMatch(/^\^4\./)
  })

  it("seal what exports does not list", async () => {
    const program = `
      const codes = []
      for (const module of [
        "@landfall/core/tracking/journey/internal/route/Route",
        "@landfall/core/tracking/journey/internal/route/Route.js",
        "@landfall/core/congestion/zones/internal/Ring",
        "@landfall/core/tracking/decisions/AlertDrafts",
        "@landfall/api/openapi/JsonNode",
        "@landfall/feeds/ais/nmea/NmeaSentence",
        "@landfall/http/bodies/RequestBodies",
        "@landfall/worker/dispatch/LaneShares",
        "@landfall/storage/alerts/delivery/OutcomeRecording",
        "@landfall/storage/dist/Stores.js",
        "@landfall/testing/contract/alerts/internal/LeaseRules",
        "@landfall/nats/PinnedTransport",
        "@landfall/sea/network/internal/network.js",
        "@landfall/core"
      ]) codes.push(await import(module).then(() => "imported", (error) => error.code))
      console.log(new Set(codes))`
    expect(await runProgram(project.folder, [process.execPath], program)).toContain(
      "Set(1) { 'ERR_PACKAGE_PATH_NOT_EXPORTED' }"
    )
  })

  it.for(nodes)("run the programs of their READMEs, and load every module, on $name", async ({ command }) => {
    for (const [name, line] of Object.entries(OUTPUT)) {
      expect(await runProgram(project.folder, command, programIn(project.folder, name)), name).toContain(line)
    }
    const count = `${importsOf(LIBRARIES)}console.log("all loaded")`
    expect(await runProgram(project.folder, command, count)).toContain("all loaded")
  })

  it.for(BROKERS)("publish to a broker by the program of $name, and report where there is none", async (broker) => {
    const program = programIn(project.folder, broker.name)
    const runAt = (address) =>
      runProgram(project.folder, [process.execPath], program.replaceAll(broker.address, address))
    expect(await runAt("127.0.0.1:1")).toContain("not stored: 127.0.0.1:1 refused the connection.")
    if (broker.reason !== undefined) return
    const server = await broker.start()
    try {
      expect(await runAt(server.address)).toMatch(/^stored: /m)
    } finally {
      await server.destroy()
    }
  })

  it.skipIf(denoCommand() === undefined)("run the same programs on Deno without any permission", async () => {
    for (const [name, line] of Object.entries(OUTPUT)) {
      // The SDK of AWS reads the environment when it is loaded.
      if (name === "@landfall/sqs") continue
      expect(await runProgram(project.folder, denoCommand(), programIn(project.folder, name)), name).toContain(line)
    }
    const program = `${importsOf(NEUTRAL)}console.log("all loaded")`
    expect(await runProgram(project.folder, denoCommand(), program)).toContain("all loaded")
  })

  it("have types for a strict consumer with nodenext, of every module and of the programs", async () => {
    const names = LIBRARIES.flatMap((name) => modulesIn(project.folder, name)).filter((module) => !needsRunner(module))
    const all = names.map((module, index) => `import * as m${index} from "${module}"\n`).join("")
    const compilerOptions = {
      target: "ES2022",
      module: "NodeNext",
      lib: ["ES2024", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      types: ["node"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true
    }
    writeFiles(project.folder, {
      "tsconfig.json": JSON.stringify({ compilerOptions, include: ["types"] }),
      "types/every.ts": `${all}export default [${names.map((_, index) => `m${index}`).join(", ")}]\n`,
      ...Object.fromEntries(
        LIBRARIES.map((name) => [`types/${name.slice("@landfall/".length)}.ts`, programIn(project.folder, name)])
      )
    })
    // The compiler of the project, and the last one that is not native.
    for (const tsc of [
      join(project.folder, "node_modules/typescript/bin/tsc"),
      join(ROOT, "packages/generated-clients/node_modules/typescript/bin/tsc")
    ]) {
      const { code, output } = await runCommand(process.execPath, [tsc, "-p", project.folder])
      expect(output).toBe("")
      expect(code).toBe(0)
    }
  })

  it("have types that a consumer can name in its declarations, but for the state of the stores in memory", async () => {
    const modules = LIBRARIES.flatMap((name) => modulesIn(project.folder, name)).filter(
      (module) => !needsRunner(module) && !module.startsWith("@landfall/testing/memory/")
    )
    const program = `
      for (const module of ${JSON.stringify(modules)})
        for (const name of Object.keys(await import(module))) console.log(module, name)`
    const uses = (await runProgram(project.folder, [process.execPath], program))
      .split("\n")
      .filter((line) => line.startsWith("@landfall/"))
    // A file for each module: the compiler takes nine times as long for all of them in one.
    const files = [...Map.groupBy(uses, (use) => use.split(" ")[0])].map(([module, ofModule], number) => {
      const text = ofModule.map((use, index) => {
        const [, name] = use.split(" ")
        return `import { ${name} as v${index} } from "${module}"\nexport const w${index} = v${index}\n`
      })
      return [`named/module${number}.ts`, text.join("")]
    })
    const compilerOptions = {
      target: "ES2022",
      module: "NodeNext",
      lib: ["ES2024", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      types: ["node"],
      strict: true,
      skipLibCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: "out"
    }
    writeFiles(project.folder, {
      "named/tsconfig.json": JSON.stringify({ compilerOptions, include: ["*.ts"] }),
      ...Object.fromEntries(files)
    })
    const tsc = join(project.folder, "node_modules/typescript/bin/tsc")
    const { code, output } = await runCommand(process.execPath, [tsc, "-p", join(project.folder, "named")])
    expect(output).toBe("")
    expect(code).toBe(0)
    expect(uses.length).toBeGreaterThan(1000)
  })

  it("lead an editor from a use to the source, and of core to the declaration with its documentation", async () => {
    const definitions = await definitionsOf(project.folder, [
      { module: "@landfall/sea/network/NetworkRoute", name: "NetworkRoute" },
      { module: "@landfall/feeds/dcsa/events/DcsaDecoder", name: "decodeDcsa" },
      { module: "@landfall/core/tracking/journey/Journey", name: "deriveJourneys" }
    ])
    const installed = (path) => join(realpathSync(project.folder), "node_modules", "@landfall", path)
    expect(definitions).toEqual([
      [installed("sea/src/network/NetworkRoute.ts")],
      [installed("feeds/src/dcsa/events/DcsaDecoder.ts")],
      [installed("core/dist/tracking/journey/Journey.d.ts")]
    ])
  })

  it("fail to compile where a program uses them wrongly", async () => {
    writeFiles(project.folder, {
      "wrong/tsconfig.json": JSON.stringify({
        compilerOptions: {
          target: "ES2022",
          module: "NodeNext",
          strict: true,
          types: [],
          noEmit: true,
          skipLibCheck: true
        },
        include: ["."]
      }),
      "wrong/wrong.ts": `import { decodeDcsa } from "@landfall/feeds/dcsa/events/DcsaDecoder"\ndecodeDcsa([], "today").event\n`
    })
    const { code, output } = await runCommand(process.execPath, [
      binOf("typescript", "tsc"),
      "-p",
      join(project.folder, "wrong")
    ])
    expect(code).not.toBe(0)
    expect(output).toContain("TS2345")
    expect(output).toContain("TS2551")
  })
})
