import { Result } from "effect"
import { parseBrokerTarget } from "./BrokerTarget.ts"
import { protocolOf, standardPortOf, type TargetScheme, targetSchemeOf } from "./TargetScheme.ts"

/** The server that a URL names, on which the egress policy decides. */
export interface TargetServer {
  readonly scheme: TargetScheme
  /** In the form of `URL.hostname`: lower case, IPv6 in brackets, every notation of an IPv4 address normalised. */
  readonly hostname: string
  readonly port: number
}

/** Reads the server of a URL. Fails with the rule that the URL breaks. */
export const parseTargetServer = (url: string): Result.Result<TargetServer, string> => {
  const scheme = targetSchemeOf(url)
  if (scheme !== undefined && protocolOf(scheme) !== "http") return parseBrokerTarget(url)
  if (!URL.canParse(url)) return Result.fail("must be an absolute URL, such as https://example.com/webhooks")
  if (scheme === undefined) {
    return Result.fail("must begin with https:// or http://, or with the scheme of a broker such as nats://")
  }
  const { hostname, port } = new URL(url)
  return Result.succeed({ scheme, hostname, port: port === "" ? standardPortOf(scheme) : Number(port) })
}

/** The scheme, host and port of a URL, by which shares of connections are counted. */
export const targetOriginOf = (url: string): string =>
  Result.match(parseTargetServer(url), {
    onFailure: () => url,
    onSuccess: ({ scheme, hostname, port }) => `${scheme}://${hostname}:${port}`
  })
