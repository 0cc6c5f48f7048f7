import { Clock, Effect, Layer, Redacted, Result } from "effect"
import { type CryptoError, KeyFormat, SecureRandom, Signature } from "effect/crypto"
import { Base64, Base64Url, Hex } from "effect/encoding"
import type { CarrierFault } from "./CarrierFault.ts"
import { unauthorised } from "./CarrierFault.ts"

/** The key with which a client signs its assertions (`private_key_jwt`, RFC 7523 section 2.2). */
export interface AssertionKey {
  /** PKCS#8, as PEM or as the base64 of its DER form. */
  readonly privateKey: Redacted.Redacted<string>
  /** The id of the key in the header (`kid`). */
  readonly keyId: string | undefined
  /** The SHA-1 thumbprint of its certificate, in hexadecimal digits or base64url, for the header (`x5t`). */
  readonly certificateThumbprint: string | undefined
  /** The recipient of the assertion (`aud`). */
  readonly audience: string
}

/** The value of `client_assertion_type` (RFC 7523 section 2.2). */
export const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

/** An assertion is used immediately. Issuers accept at most ten minutes, as a rule. */
const LIFETIME_SECONDS = 300

const services = Layer.mergeAll(
  SecureRandom.layerWebCrypto,
  Signature.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))
)

const encoder = new TextEncoder()

const thumbprintOf = (text: string): string => {
  const digits = text.replaceAll(/[:\s]/g, "")
  return /^[0-9a-f]{40}$/i.test(digits)
    ? Result.match(Hex.decode(digits.toLowerCase()), { onFailure: () => text, onSuccess: Base64Url.encode })
    : text
}

/** The DER form of a key: the base64 between the lines of PEM, whose line ends may be written as `\n`. */
const derOf = (key: string): Uint8Array => {
  const base64 = key
    .replaceAll("\\n", "\n")
    .replaceAll(/-----[A-Z ]+-----/g, "")
    .replaceAll(/\s/g, "")
  return Result.getOrElse(Base64.decode(base64), () => new Uint8Array())
}

const invalidKey = (_: CryptoError.CryptoError): CarrierFault =>
  unauthorised("cannot request an access token: the private key is not an RSA key in PKCS#8; check privateKey.")

/** Signs an assertion of a client for its token request, with RS256. */
export const signAssertion = Effect.fnUntraced(
  function* (
    clientId: Redacted.Redacted<string>,
    key: AssertionKey
  ): Effect.fn.Return<string, CryptoError.CryptoError, Signature.Signature | SecureRandom.SecureRandom> {
    const signature = yield* Signature.Signature
    const random = yield* SecureRandom.SecureRandom
    const issuedAt = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const header = {
      alg: "RS256",
      typ: "JWT",
      ...(key.keyId === undefined ? {} : { kid: key.keyId }),
      ...(key.certificateThumbprint === undefined ? {} : { x5t: thumbprintOf(key.certificateThumbprint) })
    }
    const claims = {
      iss: Redacted.value(clientId),
      sub: Redacted.value(clientId),
      aud: key.audience,
      jti: yield* random.uuidV4(),
      iat: issuedAt,
      nbf: issuedAt,
      exp: issuedAt + LIFETIME_SECONDS
    }
    const signed = [header, claims].map((part) => Base64Url.encode(JSON.stringify(part))).join(".")
    const der = derOf(Redacted.value(key.privateKey))
    const privateKey = yield* KeyFormat.decodePrivate(KeyFormat.pkcs8, Signature.rsaPkcs1v15Sha256, der)
    const bytes = yield* signature.sign(privateKey, encoder.encode(signed))
    return `${signed}.${Base64Url.encode(bytes)}`
  },
  Effect.mapError(invalidKey),
  Effect.provide(services)
)
