import { describeFault, Fault, type FaultPath, invalidFault } from "@landfall/core/faults/Fault"
import { parse } from "@landfall/core/faults/Parse"
import { makeRule } from "@landfall/core/faults/Rule"
import {
  CarrierProfile,
  type ClientCredentials,
  type VariableName
} from "@landfall/core/tracking/carriers/CarrierProfile"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Config, Effect, Option, Redacted, Result, Schema } from "effect"
import { Base64 } from "effect/encoding"

/** A header with an API key. */
export interface KeyHeader {
  readonly name: string
  readonly value: Redacted.Redacted<string>
}

/** Client credentials with their secrets. */
export interface Credentials
  extends Pick<
    ClientCredentials,
    "tokenUrl" | "scope" | "clientAuthentication" | "sendKeyHeaders" | "keyId" | "certificateThumbprint" | "audience"
  > {
  readonly clientId: Redacted.Redacted<string>
  /** The secret of the client, or the private key that signs its assertions. */
  readonly clientSecret: Redacted.Redacted<string>
}

/** A carrier with the secrets that its profile names. */
export interface ConfiguredCarrier {
  readonly profile: CarrierProfile
  readonly keyHeaders: ReadonlyArray<KeyHeader>
  readonly credentials: Option.Option<Credentials>
  /** The secret that verifies notifications of the carrier; none when its notifications are rejected. */
  readonly notificationSecret: Option.Option<Redacted.Redacted<Uint8Array>>
}

/** The secrets of a carrier as text, in order to hide them. */
export const secretsOf = ({
  keyHeaders,
  credentials,
  notificationSecret
}: ConfiguredCarrier): ReadonlyArray<string> => [
  ...keyHeaders.map(({ value }) => Redacted.value(value)),
  ...Option.match(credentials, {
    onNone: () => [],
    onSome: ({ clientId, clientSecret }) => [Redacted.value(clientId), Redacted.value(clientSecret)]
  }),
  ...Option.match(notificationSecret, {
    onNone: () => [],
    onSome: (secret) => [new TextDecoder().decode(Redacted.value(secret))]
  })
]

/** An invalid configuration of carriers, with every fault. No fault contains a secret. */
export class CarriersInvalid extends Schema.TaggedError<CarriersInvalid>()("CarriersInvalid", {
  faults: Schema.NonEmptyArray(Fault)
}) {
  override get message(): string {
    return this.faults.map((fault) => `${describeFault(fault)}.`).join("\n")
  }
}

const scacOf = (carrier: unknown): unknown =>
  typeof carrier === "object" && carrier !== null && "scac" in carrier ? carrier.scac : undefined

const uniqueScacs = makeRule(({ carriers }) => {
  if (!Array.isArray(carriers)) return []
  const codes = carriers.map(scacOf)
  return codes.flatMap((code, index) =>
    code !== undefined && codes.indexOf(code) < index
      ? [{ path: ["carriers", index, "scac"], rule: "must be unique; give each carrier one entry" }]
      : []
  )
})

/** The schema of a configuration file, `{"carriers": […]}`, with one profile per carrier. */
export const CarriersFile = Schema.Struct({ carriers: Schema.Array(CarrierProfile) }).pipe(Schema.check(uniqueScacs))

const NOT_A_LIST = invalidFault([], "must be a list of carriers")

const invalid = ([first = NOT_A_LIST, ...rest]: ReadonlyArray<Fault>) =>
  new CarriersInvalid({ faults: [first, ...rest] })

/** Parses the profiles of a configuration file. */
export const parseCarriers = (text: string): Result.Result<ReadonlyArray<CarrierProfile>, CarriersInvalid> =>
  Result.gen(function* () {
    const json = yield* Result.try({
      try: (): unknown => JSON.parse(text),
      catch: (cause) =>
        invalid([invalidFault([], `must be JSON: ${cause instanceof Error ? cause.message : "the text is truncated"}`)])
    })
    const { carriers } = yield* Result.mapError(parse(CarriersFile)(json), invalid)
    return carriers
  })

/** A valid header value (RFC 9110 section 5.5) without surrounding spaces, which files and shells can add. */
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

/** The shortest accepted secret of notifications, in bytes; a shorter one can be guessed. */
const MIN_NOTIFICATION_SECRET_BYTES = 16

const encoder = new TextEncoder()

const decodeSecret = (secret: string, encoding: CarrierProfile["notificationSecretEncoding"]): Uint8Array =>
  encoding === "text" ? encoder.encode(secret) : Result.getOrElse(Base64.decode(secret), () => new Uint8Array())

type Secrets = ReadonlyMap<VariableName, Redacted.Redacted<string>>

interface SecretReference {
  readonly variable: VariableName
  readonly path: FaultPath
}

const secretReferencesOf = (profile: CarrierProfile, index: number): ReadonlyArray<SecretReference> => {
  const root = ["carriers", index]
  const { headers = {}, oauth2 } = profile.authentication
  const references = Object.entries(headers).map(([name, variable]) => ({
    variable,
    path: [...root, "authentication", "headers", name]
  }))
  if (oauth2 !== undefined) {
    references.push({ variable: oauth2.clientId, path: [...root, "authentication", "oauth2", "clientId"] })
    for (const name of ["clientSecret", "privateKey"] as const) {
      const variable = oauth2[name]
      if (variable !== undefined) references.push({ variable, path: [...root, "authentication", "oauth2", name] })
    }
  }
  if (profile.notificationSecret !== undefined) {
    references.push({ variable: profile.notificationSecret, path: [...root, "notificationSecret"] })
  }
  return references
}

const readSecret = Effect.fnUntraced(function* ({ variable, path }: SecretReference) {
  const variableValue = yield* Effect.orElseSucceed(Config.option(Config.String(variable)), () => Option.none<string>())
  const text = Option.getOrElse(variableValue, () => "").trim()
  // A key as PEM has lines.
  const value = text.startsWith("-----BEGIN ") ? text.replaceAll(/\r?\n/g, "\\n") : text
  if (value === "") {
    const rule = `names ${variable}, which is not set; set this environment variable to the secret`
    return Result.fail(invalidFault(path, rule))
  }
  return PRINTABLE_ASCII.test(value)
    ? Result.succeed([variable, Redacted.make(value, { label: variable })] as const)
    : Result.fail(invalidFault(path, `names ${variable}, whose value must be printable ASCII on one line`))
})

/** The fault of the secret of a carrier's notifications; empty when it is valid or absent. */
const notificationFaults = (profile: CarrierProfile, index: number, secrets: Secrets): ReadonlyArray<Fault> => {
  const { notificationSecret: variable, notificationSecretEncoding: encoding } = profile
  const secret = variable === undefined ? undefined : secrets.get(variable)
  if (secret === undefined || decodeSecret(Redacted.value(secret), encoding).length >= MIN_NOTIFICATION_SECRET_BYTES) {
    return []
  }
  const advice = encoding === "base64" ? '; if it is not base64, set notificationSecretEncoding to "text"' : ""
  const rule = `must hold at least ${MIN_NOTIFICATION_SECRET_BYTES} bytes, written as ${encoding}${advice}`
  return [invalidFault(["carriers", index, "notificationSecret"], `names ${variable}, whose value ${rule}`)]
}

/** The value of the variable that proves the client's identity. */
const proofOf = (
  { clientSecret, privateKey }: ClientCredentials,
  secretOf: (variable: VariableName) => Redacted.Redacted<string>
): Redacted.Redacted<string> => {
  const variable = clientSecret ?? privateKey
  return variable === undefined ? Redacted.make("") : secretOf(variable)
}

const configureCarrier = (profile: CarrierProfile, secrets: Secrets): ConfiguredCarrier => {
  const secretOf = (variable: VariableName) => secrets.get(variable) ?? Redacted.make("")
  const { headers = {}, oauth2 } = profile.authentication
  return {
    profile,
    keyHeaders: Object.entries(headers).map(([name, variable]) => ({ name, value: secretOf(variable) })),
    credentials: Option.map(Option.fromUndefinedOr(oauth2), (client) => ({
      ...client,
      clientId: secretOf(client.clientId),
      clientSecret: proofOf(client, secretOf)
    })),
    notificationSecret: Option.map(Option.fromUndefinedOr(profile.notificationSecret), (variable) =>
      Redacted.make(decodeSecret(Redacted.value(secretOf(variable)), profile.notificationSecretEncoding), {
        label: variable
      })
    )
  }
}

/** Reads the secrets that profiles name, from the environment. Fails with every fault together. */
const configureProfiles = Effect.fnUntraced(function* (
  profiles: ReadonlyArray<CarrierProfile>
): Effect.fn.Return<ReadonlyArray<ConfiguredCarrier>, CarriersInvalid> {
  const read = yield* Effect.forEach(profiles.flatMap(secretReferencesOf), readSecret)
  const secrets: Secrets = new Map(read.flatMap((secret) => (Result.isSuccess(secret) ? [secret.success] : [])))
  const faults = [
    ...read.flatMap((secret) => (Result.isFailure(secret) ? [secret.failure] : [])),
    ...profiles.flatMap((profile, index) => notificationFaults(profile, index, secrets))
  ]
  if (faults.length > 0) return yield* invalid(faults)
  return profiles.map((profile) => configureCarrier(profile, secrets))
})

/**
 * Reads the carriers of a configuration file with the secrets that it names, from the environment (the current
 * `ConfigProvider`). Fails with every fault together.
 */
export const readCarriers = Effect.fn("readCarriers")(function* (
  text: string
): Effect.fn.Return<ReadonlyArray<ConfiguredCarrier>, CarriersInvalid> {
  return yield* configureProfiles(yield* Effect.fromResult(parseCarriers(text)))
})

/** One profile with the secrets that it names. */
export const configureProfile = Effect.fnUntraced(function* (
  profile: CarrierProfile
): Effect.fn.Return<ConfiguredCarrier, CarriersInvalid> {
  const [carrier] = yield* configureProfiles([profile])
  return carrier ?? (yield* Effect.die("A configured profile is missing"))
})

/** The configured carrier with this code. */
export const findCarrier = (carriers: ReadonlyArray<ConfiguredCarrier>, scac: Scac): Option.Option<ConfiguredCarrier> =>
  Option.fromUndefinedOr(carriers.find(({ profile }) => profile.scac === scac))
