import { Effect, Predicate, Schema } from "effect"
import { makeRule } from "../../faults/Rule.ts"
import { ReferenceType } from "../references/ReferenceType.ts"
import { Scac } from "../references/Sealine.ts"

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Every request carries keys or tokens, so http is allowed for the local machine only. */
const urlFault = (text: string): string | undefined => {
  if (!URL.canParse(text)) return "must be an absolute URL, such as https://api.carrier.example/track"
  const url = new URL(text)
  if (url.username !== "" || url.password !== "") {
    return "must not contain a user name or password; set the names of their environment variables under authentication"
  }
  if (url.search !== "" || url.hash !== "") return "must be a URL without query and fragment"
  if (url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname))) return undefined
  return "must be an https URL; http is allowed for the local machine only, such as http://localhost:9000"
}

/** The URL of a carrier's API: https, or http on the local machine; without query, fragment, user name and password. */
export const CarrierUrl = Schema.String.pipe(Schema.check(Schema.makeFilter(urlFault)), Schema.brand("CarrierUrl"))
export type CarrierUrl = typeof CarrierUrl.Type

/** The name of the environment variable that holds a secret. Configuration files contain no secrets. */
export const VariableName = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[A-Z_][A-Z0-9_]{0,99}$/, {
      message:
        "must be the name of an environment variable in capitals, such as MAEU_API_KEY, and not the secret itself"
    })
  ),
  Schema.brand("VariableName")
)
export type VariableName = typeof VariableName.Type

/** Headers that the HTTP client sets. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "api-version",
  "connection",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "transfer-encoding",
  "upgrade"
])

/** The characters of a header's name (RFC 9110 section 5.6.2). */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

const headersFault = (headers: Readonly<Record<string, string>>): ReadonlyArray<Schema.FilterIssue> =>
  Object.keys(headers).flatMap((name) => {
    if (!HEADER_NAME.test(name)) return [{ path: [name], issue: "must have the name of an HTTP header" }]
    if (!RESERVED_HEADERS.has(name.toLowerCase())) return []
    return [{ path: [name], issue: "must not be a header that the HTTP client sets" }]
  })

/** Key headers, by name, and the environment variable that holds each value. */
export const KeyHeaders = Schema.Record(Schema.String, VariableName).pipe(
  Schema.check(
    Schema.makeFilter(headersFault),
    Schema.isMinProperties(1, { message: "must name at least one header" }),
    Schema.isMaxProperties(10, { message: "must name at most 10 headers" })
  )
)

const proofOfClient = makeRule(({ clientAuthentication = "body", clientSecret, privateKey }) => {
  const signs = clientAuthentication === "private_key_jwt"
  const [needed, other] = signs ? ["privateKey", "clientSecret"] : ["clientSecret", "privateKey"]
  const [required, excess] = signs ? [privateKey, clientSecret] : [clientSecret, privateKey]
  return [
    ...(required === undefined
      ? [{ path: [needed], rule: `is required with clientAuthentication ${clientAuthentication}` }]
      : []),
    ...(excess === undefined
      ? []
      : [{ path: [other], rule: `must not be set with clientAuthentication ${clientAuthentication}` }])
  ]
})

/** Client credentials of OAuth 2.0 (RFC 6749 section 4.4). */
export const ClientCredentials = Schema.Struct({
  tokenUrl: CarrierUrl,
  clientId: VariableName,
  clientSecret: Schema.optionalKey(VariableName),
  scope: Schema.optionalKey(Schema.NonEmptyString),
  /**
   * Whether id and secret are sent in the body or in a Basic header (RFC 6749 section 2.3.1), or an assertion that is signed with
   * `privateKey` (RFC 7523 section 2.2).
   */
  clientAuthentication: Schema.Literals(["body", "basic", "private_key_jwt"])
    .annotate({ message: "must be body, basic or private_key_jwt" })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("body" as const))),
  /** The environment variable with the RSA key that signs assertions: PKCS#8, as PEM or base64. */
  privateKey: Schema.optionalKey(VariableName),
  /** The id of that key at the issuer (`kid`). */
  keyId: Schema.optionalKey(Schema.NonEmptyString),
  /** The SHA-1 thumbprint of its certificate (`x5t`), which Microsoft Entra ID expects. */
  certificateThumbprint: Schema.optionalKey(Schema.NonEmptyString),
  /** The audience of an assertion (`aud`); by default the URL of the token. */
  audience: Schema.optionalKey(CarrierUrl),
  /** Whether the key headers are sent with the request for a token too, as some gateways require. */
  sendKeyHeaders: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
}).pipe(Schema.check(proofOfClient))
export type ClientCredentials = typeof ClientCredentials.Type

const oneAuthorization = makeRule(({ headers, oauth2 }) =>
  oauth2 !== undefined && Predicate.isObject(headers)
    ? Object.keys(headers).flatMap((name) =>
        name.toLowerCase() === "authorization"
          ? [{ path: ["headers", name], rule: "must not be set together with oauth2, which sets this header" }]
          : []
      )
    : []
)

/** How requests authenticate at a carrier: by key headers, by OAuth 2.0, by both, or not at all. */
export const CarrierAuthentication = Schema.Struct({
  headers: Schema.optionalKey(KeyHeaders),
  oauth2: Schema.optionalKey(ClientCredentials)
}).pipe(Schema.check(oneAuthorization))
export type CarrierAuthentication = typeof CarrierAuthentication.Type

/** Peculiarities of one carrier that its payloads do not show. */
export const CarrierQuirks = Schema.Struct({
  /** The carrier sends the local time of the place with the suffix `Z` or without an offset. */
  localTimesMarkedZ: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
})
export type CarrierQuirks = typeof CarrierQuirks.Type

const ALLOWANCE_RULE = "must be a whole number of requests per day from 1 to 100000000"
const RATE_RULE = "must be a number of requests per second from 0.01 to 1000"
const PAGE_RULE = "must be a whole number of events per page from 1 to 1000"

const DailyAllowance = Schema.Int.annotate({ message: ALLOWANCE_RULE }).pipe(
  Schema.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 }, { message: ALLOWANCE_RULE }))
)
const RequestsPerSecond = Schema.Finite.annotate({ message: RATE_RULE }).pipe(
  Schema.check(Schema.isBetween({ minimum: 0.01, maximum: 1000 }, { message: RATE_RULE }))
)
const PageSize = Schema.Int.annotate({ message: PAGE_RULE }).pipe(
  Schema.check(Schema.isBetween({ minimum: 1, maximum: 1000 }, { message: PAGE_RULE }))
)

/** A path below `baseUrl`, without query and fragment. */
const EventsPath = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^(\/[A-Za-z0-9._~-]+)+\/?$/, {
      message: "must be a path that begins with /, such as /events, without query and fragment"
    })
  )
)

/** One carrier that can be polled, as the operator configures it. It names environment variables, not secrets. */
export const CarrierProfile = Schema.Struct({
  scac: Scac,
  name: Schema.NonEmptyString,
  /** With or without the path of the events: see `eventsUrl`. */
  baseUrl: CarrierUrl,
  /** The path of the events below `baseUrl`. */
  eventsPath: Schema.optionalKey(EventsPath),
  /** The version, sent as `API-Version`; null when the carrier expects none. */
  apiVersion: Schema.NullOr(
    Schema.String.pipe(
      Schema.check(
        Schema.isPattern(/^[1-9]\d?(\.\d{1,3}){0,2}$/, {
          message: 'must be a version such as "2" or "2.2", or null for none'
        })
      )
    )
  ).pipe(Schema.withDecodingDefaultKey(Effect.succeed("2"))),
  /** Reference types that the carrier can be polled for: CT containers, BK bookings, BL bills of lading. */
  kinds: Schema.NonEmptyArray(ReferenceType).pipe(
    Schema.check(Schema.isUnique({ message: "must name each of CT, BK and BL once at most" }))
  ),
  authentication: CarrierAuthentication.pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  /** The environment variable with the secret that signs its notifications. Without it, notifications are rejected. */
  notificationSecret: Schema.optionalKey(VariableName),
  /** The encoding of the secret in that variable: `base64`, as DCSA hands secrets over, or as plain text. */
  notificationSecretEncoding: Schema.Literals(["base64", "text"])
    .annotate({ message: "must be base64 or text" })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("base64" as const))),
  quirks: CarrierQuirks.pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  /** Requests from midnight to midnight UTC. Each page of a response counts as one. */
  dailyAllowance: DailyAllowance.pipe(Schema.withDecodingDefaultKey(Effect.succeed(10_000))),
  requestsPerSecond: RequestsPerSecond.pipe(Schema.withDecodingDefaultKey(Effect.succeed(1))),
  pageSize: PageSize.pipe(Schema.withDecodingDefaultKey(Effect.succeed(100)))
})
export type CarrierProfile = typeof CarrierProfile.Type

/**
 * The URL of a carrier's events: `eventsPath` below `baseUrl`; without it `baseUrl` itself when it ends in `/events`, else
 * `/events` below one that ends in a version, and the path of DCSA, such as `/v2/events`, below any other.
 */
export const eventsUrl = ({
  baseUrl,
  eventsPath,
  apiVersion
}: Pick<CarrierProfile, "baseUrl" | "eventsPath" | "apiVersion">): string => {
  const base = baseUrl.replace(/\/+$/, "")
  if (eventsPath !== undefined) return `${base}${eventsPath}`
  if (/\/events$/i.test(base)) return base
  const isVersioned = apiVersion === null || /\/v\d+(\.\d+)*$/i.test(base)
  return isVersioned ? `${base}/events` : `${base}/v${apiVersion.split(".")[0]}/events`
}

/** Whether a carrier can be polled for references of this type. */
export const supportsReferenceType = (profile: CarrierProfile, kind: ReferenceType): boolean =>
  profile.kinds.includes(kind)
