import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Effect, Option, Redacted } from "effect"
import { Digest } from "effect/crypto"
import { Hex } from "effect/encoding"
import type { ConfiguredCarrier } from "./CarrierConfiguration.ts"

const encoder = new TextEncoder()

/** The parts of a configuration that decide how a carrier responds: not its name, its limits and its notifications. */
const identityOf = ({ profile, keyHeaders, credentials }: ConfiguredCarrier): string =>
  JSON.stringify([
    profile.scac,
    profile.baseUrl,
    profile.apiVersion,
    profile.eventsPath ?? null,
    profile.kinds,
    profile.authentication,
    profile.quirks,
    profile.pageSize,
    keyHeaders.map(({ name, value }) => [name, Redacted.value(value)]),
    Option.getOrNull(
      Option.map(credentials, ({ clientId, clientSecret }) => [Redacted.value(clientId), Redacted.value(clientSecret)])
    )
  ])

/** The SHA-256 of a carrier's profile and keys, by SCAC. It reveals neither, and changes when one of them does. */
export const fingerprintsOf = Effect.fnUntraced(function* (
  carriers: ReadonlyArray<ConfiguredCarrier>
): Effect.fn.Return<ReadonlyMap<Scac, string>, never, Digest.Digest> {
  const digest = yield* Digest.Digest
  const entries = yield* Effect.forEach(carriers, (carrier) =>
    Effect.map(
      Effect.orDie(digest.digest(Digest.sha256, encoder.encode(identityOf(carrier)))),
      (bytes) => [carrier.profile.scac, Hex.encode(bytes)] as const
    )
  )
  return new Map(entries)
})
