import { serverUrlsOf } from "@landfall/core/net/ServerUrls"
import { Option, Redacted } from "effect"
import type { Settings } from "./Settings.ts"

const passwordsIn = (url: string): ReadonlyArray<string> => {
  const { password, searchParams } = new URL(serverUrlsOf(url)[0])
  const inQuery = searchParams.get("password")
  return [url, password, decodeURIComponent(password), ...(inQuery === null ? [] : [inQuery])]
}

const textOf = (secret: Option.Option<Redacted.Redacted<string>>): ReadonlyArray<string> =>
  Option.toArray(Option.map(secret, Redacted.value))

/** Every secret among the settings, in the forms in which an error can quote it. */
export const secretsIn = ({
  apiKey,
  adminKey,
  secretsKey,
  aisstreamKey,
  barentsWatchId,
  barentsWatchSecret,
  aisCatcherCredentials,
  cells,
  database,
  listenUrl,
  otlpEndpoint,
  otlpHeaders
}: Settings): ReadonlyArray<string> => [
  ...textOf(apiKey),
  ...textOf(adminKey),
  ...textOf(secretsKey),
  ...textOf(aisstreamKey),
  ...textOf(barentsWatchId),
  ...textOf(barentsWatchSecret),
  ...textOf(aisCatcherCredentials),
  ...Option.getOrElse(cells, () => []).flatMap((cell) =>
    cell.database._tag === "PostgresServer" ? passwordsIn(Redacted.value(cell.database.url)) : []
  ),
  ...(database._tag === "PostgresServer" ? passwordsIn(Redacted.value(database.url)) : []),
  ...Option.match(listenUrl, { onNone: () => [], onSome: (url) => passwordsIn(Redacted.value(url)) }),
  ...Option.match(otlpEndpoint, { onNone: () => [], onSome: (url) => passwordsIn(url).slice(1) }),
  ...Option.match(otlpHeaders, { onNone: () => [], onSome: (headers) => Object.values(Redacted.value(headers)) })
]
