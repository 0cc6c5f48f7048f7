import { readFileSync } from "node:fs"
import fastify from "fastify"
import { reportServing } from "./ServerProcess.ts"

/**
 * Bare Fastify in a separate process, the baseline of the server: responds to every path with the JSON of the file in its
 * first argument, encoded again for each request, and checks, counts and stores nothing.
 */

const body: unknown = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))

const server = fastify()
server.get("/*", (_, reply) => reply.send(body))
server.post("/*", (_, reply) => reply.send(body))
server.listen({ host: "127.0.0.1", port: 0 }).then(reportServing)
