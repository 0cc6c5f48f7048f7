import { protocolOf, type TargetProtocol, targetSchemeOf } from "./TargetScheme.ts"

/** The maximum number of attributes of a message of SQS. */
const MAX_SQS_ATTRIBUTES = 10
/** The headers of every delivery: content-type, landfall-hop, user-agent, and three of the signature. */
const OWN_HEADERS = 6
const MAX_SQS_CUSTOM_HEADERS = MAX_SQS_ATTRIBUTES - OWN_HEADERS

interface HeaderRule {
  readonly isAllowed: (name: string) => boolean
  readonly rule: string
  readonly most: number
}

/** The names that a broker interprets itself, or cannot store. */
const RULES: Readonly<Record<TargetProtocol, HeaderRule | undefined>> = {
  http: undefined,
  nats: {
    isAllowed: (name) => !/^nats-/i.test(name),
    rule: "NATS interprets headers that begin with nats-",
    most: Number.POSITIVE_INFINITY
  },
  amqp: {
    isAllowed: (name) => !/^b?cc$/i.test(name),
    rule: "RabbitMQ sends copies by the headers cc and bcc",
    most: Number.POSITIVE_INFINITY
  },
  sqs: {
    isAllowed: (name) => /^[\w-]+(?:\.[\w-]+)*$/.test(name) && !/^(?:aws|amazon)\./i.test(name),
    rule: "attributes of SQS consist of letters, digits, _, - and single dots, and do not begin with AWS. or Amazon.",
    most: MAX_SQS_CUSTOM_HEADERS
  }
}

/** The reason why a broker cannot transfer these custom headers, as a sentence; undefined when it can. */
export const brokerHeaderRejection = (url: string, names: ReadonlyArray<string>): string | undefined => {
  const scheme = targetSchemeOf(url)
  const rule = scheme === undefined ? undefined : RULES[protocolOf(scheme)]
  if (rule === undefined) return undefined
  const name = names.find((name) => !rule.isAllowed(name))
  if (name !== undefined) return `The custom header "${name}" cannot be sent to this URL: ${rule.rule}. Remove it.`
  return names.length <= rule.most
    ? undefined
    : `The endpoint has ${names.length} custom headers; a message of SQS transfers at most ${rule.most}. Remove some.`
}
