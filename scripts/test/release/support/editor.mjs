import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { join } from "node:path"
import process from "node:process"
import { createInterface } from "node:readline"
import { ROOT } from "../../../launcher/paths.mjs"
import { writeFiles } from "../../../release/install.mjs"

/** The server that editors use for TypeScript. */
const LANGUAGE_SERVER = createRequire(join(ROOT, "packages/generated-clients/package.json")).resolve(
  "typescript/lib/tsserver.js"
)

/** Sends requests to a language server and completes with the responses, in their order. It writes one JSON text a line. */
const ask = async (requests) => {
  const server = spawn(process.execPath, [LANGUAGE_SERVER, "--disableAutomaticTypingAcquisition"], {
    stdio: ["pipe", "pipe", "ignore"]
  })
  requests.forEach((request, index) => {
    server.stdin.write(`${JSON.stringify({ seq: index + 1, type: "request", ...request })}\n`)
  })
  const responses = []
  for await (const line of createInterface({ input: server.stdout })) {
    const message = line.startsWith("{") ? JSON.parse(line) : {}
    if (message.type === "response") responses.push(message)
    if (responses.length === requests.length) break
  }
  server.kill()
  return responses
}

/** The files to which "Go to Definition" leads from an import of `name` from each module, in a program of a project. */
export const definitionsOf = async (folder, imports) => {
  const file = join(folder, "editor", "program.ts")
  const lines = imports.map(({ module, name }) => `import { ${name} } from "${module}"\n`)
  const compilerOptions = { target: "ES2022", module: "NodeNext", strict: true, types: [] }
  writeFiles(folder, {
    "editor/tsconfig.json": JSON.stringify({ compilerOptions, include: ["."] }),
    "editor/program.ts": lines.join("")
  })
  const [, ...definitions] = await ask([
    { command: "open", arguments: { file } },
    ...lines.map((_, index) => ({
      command: "definition",
      arguments: { file, line: index + 1, offset: "import { ".length + 1 }
    }))
  ])
  return definitions.map(({ body }) => body.map((definition) => definition.file))
}
