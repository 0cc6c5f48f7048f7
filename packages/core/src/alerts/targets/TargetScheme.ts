import { Result, Schema } from "effect"

/** The scheme of a URL that alerts are sent to. */
export const TargetScheme = Schema.Literals(["http", "https", "nats", "nats+tls", "amqp", "amqps", "sqs", "sqs+http"])
export type TargetScheme = typeof TargetScheme.Type

/** The protocol of messages to a target. */
export type TargetProtocol = "http" | "nats" | "amqp" | "sqs"

interface SchemeRules {
  readonly protocol: TargetProtocol
  /** The port of a URL without one. */
  readonly port: number
  /** Whether the connection begins with TLS, or fails without it. */
  readonly tls: boolean
}

/** The ports are those of the IANA registry of service names and port numbers; SQS is an HTTP service. */
const SCHEMES: Readonly<Record<TargetScheme, SchemeRules>> = {
  http: { protocol: "http", port: 80, tls: false },
  https: { protocol: "http", port: 443, tls: true },
  nats: { protocol: "nats", port: 4222, tls: false },
  "nats+tls": { protocol: "nats", port: 4222, tls: true },
  amqp: { protocol: "amqp", port: 5672, tls: false },
  amqps: { protocol: "amqp", port: 5671, tls: true },
  sqs: { protocol: "sqs", port: 443, tls: true },
  "sqs+http": { protocol: "sqs", port: 80, tls: false }
}

/** The schemes that are enabled unless the operator names others. */
export const DEFAULT_TARGET_SCHEMES: ReadonlyArray<TargetScheme> = ["http", "https"]

const isTargetScheme = Schema.is(TargetScheme)

/** The scheme of a URL, in any case of letters; undefined when alerts cannot be sent by it. */
export const targetSchemeOf = (url: string): TargetScheme | undefined => {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase()
  return isTargetScheme(scheme) ? scheme : undefined
}

/** The protocol of a scheme, with or without TLS. */
export const protocolOf = (scheme: TargetScheme): TargetProtocol => SCHEMES[scheme].protocol

/** The port of a URL of this scheme that names none. */
export const standardPortOf = (scheme: TargetScheme): number => SCHEMES[scheme].port

/** Whether the connection is encrypted, or not made at all. */
export const requiresTls = (scheme: TargetScheme): boolean => SCHEMES[scheme].tls

/** The reason why a scheme cannot be used, as a sentence; undefined when it is enabled. */
export const schemeRejection = (scheme: TargetScheme, enabled: ReadonlySet<TargetScheme>): string | undefined =>
  enabled.has(scheme)
    ? undefined
    : `The scheme ${scheme}:// is not enabled on this server. Use ${[...enabled].map((name) => `${name}://`).join(" or ")}, or let the operator add ${scheme} to LANDFALL_TARGET_SCHEMES.`

/** Parses schemes such as `https,nats`. Fails with the rule that is broken. */
export const parseTargetSchemes = (text: string): Result.Result<ReadonlyArray<TargetScheme>, string> => {
  const names = text
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "")
  const unknown = names.find((name) => !isTargetScheme(name))
  if (unknown !== undefined || names.length === 0) {
    const defect = unknown === undefined ? "it names none of them" : `"${unknown}" is none of them`
    return Result.fail(`must be a comma-separated list of ${TargetScheme.literals.join(", ")}; ${defect}`)
  }
  return Result.succeed([...new Set(names.filter(isTargetScheme))])
}
