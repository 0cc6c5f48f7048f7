import { AccountId } from "@landfall/core/accounts/Account"
import { ApiKeyHash } from "@landfall/core/accounts/ApiKey"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { type SigningSecret, SigningSecretText } from "@landfall/core/alerts/sending/SigningSecret"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { ContainerNumber } from "@landfall/core/tracking/references/ContainerNumber"
import { Arbitrary, DateTime, Redacted, Schema } from "effect"
import { Base64, Hex } from "effect/encoding"
import { containerOf } from "./EventSamples.ts"
import { ulidOf } from "./Samples.ts"

/**
 * Arbitraries for values whose schema cannot generate them: random text never passes the check, or real values look
 * different. For all others use `Arbitrary.schema` with the schema itself.
 */

const wholeNumber = (minimum: number, maximum: number): Arbitrary.Arbitrary<number> =>
  Arbitrary.schema(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum }))))

const bytes = (minimum: number, maximum: number): Arbitrary.Arbitrary<Uint8Array> =>
  Arbitrary.array(wholeNumber(0, 255), { minLength: minimum, maxLength: maximum }).pipe(
    Arbitrary.map((numbers) => Uint8Array.from(numbers))
  )

const oneOf = <const A extends string>(choices: readonly [A, ...Array<A>]): Arbitrary.Arbitrary<A> =>
  Arbitrary.schema(Schema.Literals(choices))

/** Removes lone surrogates and NUL, which UTF-8 and Postgres cannot store. */
const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "")

/** Text that every database can store. */
export const storableText: Arbitrary.Arbitrary<string> = Arbitrary.map(Arbitrary.schema(Schema.String), storable)

/** A ULID of a sample; greater numbers sort later. */
export const ulid: Arbitrary.Arbitrary<string> = Arbitrary.map(wholeNumber(0, 2 ** 40), ulidOf)

/** The id of an account. @public */
export const accountId: Arbitrary.Arbitrary<AccountId> = Arbitrary.map(ulid, (text) => AccountId.make(`acc_${text}`))
/** The id of an application. @public */
export const applicationId: Arbitrary.Arbitrary<ApplicationId> = Arbitrary.map(ulid, (text) =>
  ApplicationId.make(`app_${text}`)
)
/** The id of an endpoint. @public */
export const endpointId: Arbitrary.Arbitrary<EndpointId> = Arbitrary.map(ulid, (text) => EndpointId.make(`ep_${text}`))

/** The SHA-256 digest of an API key. @public */
export const apiKeyHash: Arbitrary.Arbitrary<ApiKeyHash> = Arbitrary.map(bytes(32, 32), (digest) =>
  ApiKeyHash.make(Hex.encode(digest))
)

/** A signing secret of 24 to 64 bytes. */
export const signingSecret: Arbitrary.Arbitrary<SigningSecret> = Arbitrary.map(bytes(24, 64), (key) =>
  Redacted.make(SigningSecretText.make(`whsec_${Base64.encode(key)}`))
)

/** The URL of an endpoint: http or https, a name or an address, with or without port, path and query. */
export const endpointUrl: Arbitrary.Arbitrary<EndpointUrl> = Arbitrary.all([
  oneOf(["http", "https"]),
  oneOf(["example.com", "hooks.example.org", "127.0.0.1", "[2001:db8::1]", "xn--bcher-kva.example"]),
  oneOf(["", ":8443"]),
  oneOf(["", "/", "/webhooks", "/a/b?tenant=1&x=%20"])
]).pipe(Arbitrary.map((parts) => EndpointUrl.make(`${parts[0]}://${parts[1]}${parts[2]}${parts[3]}`)))

/** The UN/LOCODE of a large container port. @public */
export const unlocode: Arbitrary.Arbitrary<Unlocode> = Arbitrary.map(
  oneOf(["CNSHA", "SGSIN", "NLRTM", "DEHAM", "USLAX", "BRSSZ", "ZADUR", "AUSYD", "EGPSD", "US2TX"]),
  (code) => Unlocode.make(code)
)

/** A container number of a carrier or a leasing company, with a correct check digit. */
export const containerNumber: Arbitrary.Arbitrary<ContainerNumber> = Arbitrary.all([
  wholeNumber(0, 999_999),
  oneOf(["MSCU", "MSKU", "CMAU", "HLXU", "TGHU", "TCLU", "CSQU"])
]).pipe(Arbitrary.map(([serial, owner]) => containerOf(serial, owner)))

/** An instant from 2020 until 2035, to the millisecond. */
export const dateTimeUtc: Arbitrary.Arbitrary<DateTime.Utc> = Arbitrary.map(
  wholeNumber(1_577_836_800_000, 2_051_222_399_999),
  (millis) => DateTime.makeUnsafe(millis)
)

const storableJson = (json: Schema.Json): Schema.Json => {
  if (typeof json === "string") return storable(json)
  if (Array.isArray(json)) return json.map(storableJson)
  if (json === null || typeof json !== "object") return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, storableJson(value)]))
}

const EventJson = Schema.toCodecJson(CarrierEvent)
const encodeEvent = Schema.encodeSync(EventJson)
const decodeEvent = Schema.decodeUnknownSync(EventJson)

/** A carrier event with arbitrary valid fields, in text that every database can store. */
export const carrierEvent: Arbitrary.Arbitrary<CarrierEvent> = Arbitrary.map(Arbitrary.schema(CarrierEvent), (event) =>
  decodeEvent(storableJson(encodeEvent(event)))
)
