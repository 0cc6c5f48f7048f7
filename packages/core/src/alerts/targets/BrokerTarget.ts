import { Result } from "effect"
import { protocolOf, requiresTls, standardPortOf, type TargetScheme, targetSchemeOf } from "./TargetScheme.ts"

/** The server of a broker. */
interface BrokerServer {
  readonly scheme: TargetScheme
  /** In the form of `URL.hostname`: lower case, IPv6 in brackets, every notation of an IPv4 address normalised. */
  readonly hostname: string
  readonly port: number
  /** Host and port, for sentences. */
  readonly host: string
  readonly tls: boolean
}

/** A subject of NATS that a JetStream stream stores: `nats://HOST/SUBJECT`. */
export interface JetStreamTarget extends BrokerServer {
  readonly _tag: "JetStream"
  readonly subject: string
}

/** An exchange of RabbitMQ with a routing key, or a queue: `amqp://HOST/VHOST/exchanges/EXCHANGE/KEY`, `amqp://HOST/VHOST/queues/QUEUE`. */
export interface AmqpTarget extends BrokerServer {
  readonly _tag: "Amqp"
  readonly vhost: string
  /** The default exchange is empty: it routes to the queue that the routing key names. */
  readonly exchange: string
  readonly routingKey: string
}

/** A queue of AWS SQS: `sqs://HOST/ACCOUNT/QUEUE`. */
export interface SqsTarget extends BrokerServer {
  readonly _tag: "Sqs"
  readonly region: string
  readonly queueUrl: string
  /** A queue that stores messages in order and once; its name ends in `.fifo`. */
  readonly fifo: boolean
}

/** A target at a broker that an endpoint's URL names. */
export type BrokerTarget = JetStreamTarget | AmqpTarget | SqsTarget

type Parsed<A> = Result.Result<A, string>

/** Decodes percent-encoding; undefined when it is invalid. */
const decode = (text: string): string | undefined => Result.getOrUndefined(Result.try(() => decodeURIComponent(text)))

/** Decodes the segments of a path; undefined when one is not valid percent-encoding. */
const decodeSegments = (path: string): ReadonlyArray<string> | undefined => {
  const segments = path
    .split("/")
    .slice(1)
    .flatMap((segment) => decode(segment) ?? [])
  return segments.length === path.split("/").length - 1 ? segments : undefined
}

const MAX_SUBJECT_LENGTH = 255
/** The longest name of AMQP 0-9-1 in bytes: a short string. */
const MAX_AMQP_NAME_BYTES = 255

const isSubject = (text: string): boolean =>
  text.length <= MAX_SUBJECT_LENGTH && /^[^\s*>.\p{Cc}]+(?:\.[^\s*>.\p{Cc}]+)*$/u.test(text)

const parseSubject = (server: BrokerServer, segments: ReadonlyArray<string>): Parsed<JetStreamTarget> => {
  const [subject = "", ...others] = segments
  if (others.length > 0 || subject === "") {
    return Result.fail(`must have a subject as its path, such as ${server.scheme}://broker.example.com/alerts.landfall`)
  }
  return isSubject(subject)
    ? Result.succeed({ _tag: "JetStream", ...server, subject })
    : Result.fail(
        `must have a subject of at most ${MAX_SUBJECT_LENGTH} characters as its path: names separated by dots, without spaces and the wildcards * and >`
      )
}

const AMQP_FORMS =
  "must have a path such as /VHOST/queues/QUEUE or /VHOST/exchanges/EXCHANGE/ROUTING_KEY; the virtual host / is written %2F"

const isAmqpName = (name: string): boolean =>
  new TextEncoder().encode(name).length <= MAX_AMQP_NAME_BYTES && !/\p{Cc}/u.test(name)

const parseAmqp = (server: BrokerServer, segments: ReadonlyArray<string>): Parsed<AmqpTarget> => {
  const [vhost = "", kind, name = "", routingKey = "", ...others] = segments
  if (vhost === "" || name === "" || others.length > 0) return Result.fail(AMQP_FORMS)
  if (![vhost, name, routingKey].every(isAmqpName)) {
    return Result.fail(`must have names of at most ${MAX_AMQP_NAME_BYTES} bytes without control characters`)
  }
  if (kind === "queues" && segments.length === 3) {
    return Result.succeed({ _tag: "Amqp", ...server, vhost, exchange: "", routingKey: name })
  }
  return kind === "exchanges"
    ? Result.succeed({ _tag: "Amqp", ...server, vhost, exchange: name, routingKey })
    : Result.fail(AMQP_FORMS)
}

/** The region in the host of SQS, such as `sqs.eu-west-1.amazonaws.com` or `queue.eu-west-1.api.aws`. */
const REGION_IN_HOST = /^(?:sqs|sqs-fips|queue)\.([a-z]{2}(?:-[a-z]+)+-\d)\./

const parseSqs = (server: BrokerServer, segments: ReadonlyArray<string>, query: URLSearchParams): Parsed<SqsTarget> => {
  const [account = "", queue = "", ...others] = segments
  if (others.length > 0 || !/^\d{12}$/.test(account) || !/^[\w-]{1,80}$|^[\w-]{1,75}\.fifo$/.test(queue)) {
    return Result.fail(
      "must have the account of 12 digits and the queue as its path, such as sqs://KEY_ID:SECRET@sqs.eu-west-1.amazonaws.com/123456789012/alerts"
    )
  }
  const region = query.get("region") ?? REGION_IN_HOST.exec(server.hostname)?.[1]
  if (region === undefined || !/^[a-z\d-]{1,40}$/.test(region)) {
    return Result.fail("must name the region of the queue in its host or in the query, such as ?region=eu-west-1")
  }
  const { origin } = new URL(`${server.tls ? "https" : "http"}://${server.host}`)
  return Result.succeed({
    _tag: "Sqs",
    ...server,
    region,
    queueUrl: `${origin}/${account}/${queue}`,
    fifo: queue.endsWith(".fifo")
  })
}

/** The authority of a URL without its user information, and the rest. */
const SERVER = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*)([^?#]*)(\?[^#]*)?$/i

/**
 * Reads the host and the port as an http URL would have them, whose host is normalised; that of another scheme is not. The
 * parser drops the standard port of its scheme, so two schemes are needed to find every port.
 */
const readServer = (scheme: TargetScheme, authority: string): BrokerServer | undefined => {
  if (/[\\@]/.test(authority) || !URL.canParse(`http://${authority}`)) return undefined
  const { hostname, port } = new URL(`http://${authority}`)
  const portText = port === "" ? new URL(`https://${authority}`).port : port
  if (hostname === "" || portText === "0") return undefined
  const number = portText === "" ? standardPortOf(scheme) : Number(portText)
  return { scheme, hostname, port: number, host: `${hostname}:${number}`, tls: requiresTls(scheme) }
}

/** Parses the URL of a broker, with or without credentials. Fails with the rule that it breaks. */
export const parseBrokerTarget = (url: string): Parsed<BrokerTarget> => {
  const scheme = targetSchemeOf(url)
  const parts = SERVER.exec(url)
  if (scheme === undefined || parts === null) {
    return Result.fail("must be the URL of a broker without a fragment (the part after #)")
  }
  const [, authority = "", path = "", query = ""] = parts
  const server = readServer(scheme, authority)
  if (server === undefined) {
    return Result.fail("must have a valid host and port; percent-encode /, @, : and other signs of a password")
  }
  const segments = decodeSegments(path)
  if (segments === undefined) return Result.fail("must have a path whose percent-encoding is valid")
  const protocol = protocolOf(scheme)
  if (protocol === "sqs") return parseSqs(server, segments, new URLSearchParams(query))
  if (query !== "") return Result.fail("must not have a query (the part after ?)")
  return protocol === "nats" ? parseSubject(server, segments) : parseAmqp(server, segments)
}

/** The user and password that the brokers of a scheme need. */
const CREDENTIAL_RULES: Readonly<Record<BrokerTarget["_tag"], (userInfo: string | undefined) => string | undefined>> = {
  JetStream: () => undefined,
  Amqp: (userInfo) =>
    userInfo?.includes(":")
      ? undefined
      : "must have a user and a password, such as amqp://user:password@broker.example.com",
  Sqs: (userInfo) =>
    userInfo?.includes(":")
      ? undefined
      : "must have the id and the secret of an access key, such as sqs://KEY_ID:SECRET@HOST"
}

/** The reason why a text is not a valid URL of a broker; undefined when it is one. */
export const invalidBrokerUrl = (url: string): string | undefined => {
  const target = parseBrokerTarget(url)
  if (Result.isFailure(target)) return target.failure
  const authority = /^[^/]*\/\/([^/?#]*)/.exec(url)?.[1] ?? ""
  const at = authority.lastIndexOf("@")
  const userInfo = at < 0 ? undefined : authority.slice(0, at)
  if (userInfo !== undefined && (userInfo === "" || decode(userInfo) === undefined || /[@\\]/.test(userInfo))) {
    return "must have a valid user and password; percent-encode /, @, : and other signs of a password"
  }
  return CREDENTIAL_RULES[target.success._tag](userInfo)
}
