import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect } from "effect"
import { MAIN } from "./Command.ts"

/** What a test reads of the result of a tool. */
export interface CalledTool {
  readonly isError: boolean
  /** The texts, joined. */
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON from outside as it likes
  readonly result: any
}

/** Connects the official client to a transport, until the scope closes. */
export const connectClient = (transport: Parameters<Client["connect"]>[0]) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ name: "test", version: "1.0.0" })
      await client.connect(transport)
      // The client checks results against the schemas of the tools that it has listed.
      await client.listTools()
      return client
    }),
    (client) => Effect.promise(() => client.close())
  )

/** Connects to `/mcp` of a server with an API key and further headers. */
export const connectOverHttp = (url: string, apiKey: string, headers: Record<string, string> = {}) =>
  connectClient(
    new StreamableHTTPClientTransport(new URL("/mcp", url), {
      requestInit: { headers: { api_key: apiKey, ...headers } }
    })
  )

/** Calls a tool. */
export const callTool = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  Effect.promise(async (): Promise<CalledTool> => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
    const texts = Array.isArray(content) ? content.map((part) => (part.type === "text" ? part.text : "")) : []
    return { isError: isError === true, text: texts.join("\n"), result: structuredContent }
  })

/** Starts `landfall mcp` with these settings, and connects to its standard input and output. */
export const connectOverStdio = (settings: Record<string, string>, args: ReadonlyArray<string> = []) =>
  connectClient(
    new StdioClientTransport({
      command: process.execPath,
      args: ["--disable-warning=ExperimentalWarning", MAIN, "mcp", ...args],
      env: { PATH: process.env.PATH ?? "", ...settings },
      stderr: "inherit"
    })
  )
