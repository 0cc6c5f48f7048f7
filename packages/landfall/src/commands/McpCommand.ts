import { AGENT_PROTOCOLS, agentServerInfo, registrations } from "@landfall/api/agents/AgentServer"
import * as JsonClient from "@landfall/api/client/JsonClient"
import { Effect, Layer, Option, Schema } from "effect"
import * as McpServer from "effect/ai/McpServer"
import { Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { FetchHttpClient } from "effect/http"
import { loggingLayer } from "../settings/Logging.ts"
import { secretsIn } from "../settings/SettingSecrets.ts"
import { readSettings } from "../settings/Settings.ts"
import { makeExtensibleMask } from "../telemetry/SecretMask.ts"
import { VERSION } from "../telemetry/Version.ts"
import { untilSignal } from "../terminal/ErrorReport.ts"

/** The command has no key to call the server with. */
export class ApiKeyMissing extends Schema.TaggedError<ApiKeyMissing>()("ApiKeyMissing", { message: Schema.String }) {}

const KEY_MISSING =
  "LANDFALL_API_KEY is not set: set it to an API key of the account that the tools work on. Create one with: landfall keys create --account ACCOUNT"

/** A tool that waits longer is of no use to a model: the result states the wait instead. */
const MAX_RETRY_WAIT = "10 seconds"

export const mcpCommand = Command.make(
  "mcp",
  {
    allowWrites: Flag.Boolean("allow-writes").pipe(
      Flag.withDescription("Offer the tools that change the account too: track a shipment, resend a message"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ allowWrites }) {
    const settings = yield* readSettings
    const { apiKey, port, url } = settings
    if (Option.isNone(apiKey)) return yield* new ApiKeyMissing({ message: KEY_MISSING })
    const { mask } = makeExtensibleMask(secretsIn(settings))
    const client = yield* JsonClient.make({
      baseUrl: Option.getOrElse(url, () => `http://127.0.0.1:${port}`),
      apiKey: apiKey.value,
      maxRetryWait: MAX_RETRY_WAIT
    }).pipe(Effect.provide([FetchHttpClient.layer, SecureRandom.layerWebCrypto]))
    return yield* McpServer.layerStdio({
      ...agentServerInfo(VERSION, allowWrites),
      protocols: AGENT_PROTOCOLS,
      registrations: registrations(client, allowWrites)
    }).pipe(Layer.provide(loggingLayer(settings, mask)), Layer.launch, untilSignal)
  })
)
