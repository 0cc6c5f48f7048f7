import type { SourceCarriers } from "@landfall/core/tracking/carriers/TrackingSource"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Context, Effect, Latch, Layer, Semaphore } from "effect"
import { Digest } from "effect/crypto"
import { type ConfiguredCarrier, secretsOf } from "./CarrierConfiguration.ts"
import { fingerprintsOf } from "./CarrierFingerprint.ts"

/** One version of the configured carriers. A carrier that did not change is the same object as in the version before. */
export interface CarrierVersion extends SourceCarriers {
  readonly configured: ReadonlyArray<ConfiguredCarrier>
}

/** The differences between a version of the carriers and the one before. */
export interface CarrierChanges {
  readonly added: ReadonlyArray<Scac>
  readonly removed: ReadonlyArray<Scac>
  /** Carriers whose profile changed, with or without their keys. */
  readonly changedProfiles: ReadonlyArray<Scac>
  /** Carriers of which only keys changed. */
  readonly changedKeys: ReadonlyArray<Scac>
}

const byScac = (carriers: ReadonlyArray<ConfiguredCarrier>): ReadonlyMap<Scac, ConfiguredCarrier> =>
  new Map(carriers.map((carrier) => [carrier.profile.scac, carrier]))

/** Compares properties, whose order is that of the schema. */
const hasSameProfile = (left: ConfiguredCarrier, right: ConfiguredCarrier): boolean =>
  JSON.stringify(left.profile) === JSON.stringify(right.profile)

const hasSameKeys = (left: ConfiguredCarrier, right: ConfiguredCarrier): boolean =>
  JSON.stringify(secretsOf(left)) === JSON.stringify(secretsOf(right))

/** Compares two versions of the carriers. */
export const compareCarriers = (
  before: ReadonlyArray<ConfiguredCarrier>,
  after: ReadonlyArray<ConfiguredCarrier>
): CarrierChanges => {
  const [previous, next] = [byScac(before), byScac(after)]
  const retained = after.flatMap((carrier) => {
    const former = previous.get(carrier.profile.scac)
    return former === undefined ? [] : [{ former, carrier }]
  })
  const scacOf = ({ carrier }: { readonly carrier: ConfiguredCarrier }) => carrier.profile.scac
  const changedProfiles = retained.filter(({ former, carrier }) => !hasSameProfile(former, carrier))
  const changedKeys = retained.filter(
    ({ former, carrier }) => hasSameProfile(former, carrier) && !hasSameKeys(former, carrier)
  )
  return {
    added: [...next.keys()].filter((scac) => !previous.has(scac)),
    removed: [...previous.keys()].filter((scac) => !next.has(scac)),
    changedProfiles: changedProfiles.map(scacOf),
    changedKeys: changedKeys.map(scacOf)
  }
}

/** The carriers of a version, with those that did not change in place of their equals. */
const retainUnchanged = (
  before: ReadonlyArray<ConfiguredCarrier>,
  after: ReadonlyArray<ConfiguredCarrier>
): ReadonlyArray<ConfiguredCarrier> => {
  const previousByScac = byScac(before)
  return after.map((carrier) => {
    const former = previousByScac.get(carrier.profile.scac)
    return former !== undefined && hasSameProfile(former, carrier) && hasSameKeys(former, carrier) ? former : carrier
  })
}

/** The configured carriers of a process, which an operator can change while it runs. */
export class CarrierRegistry extends Context.Service<
  CarrierRegistry,
  {
    /** The carriers now; the same object until they change. */
    readonly current: Effect.Effect<CarrierVersion>
    /** Completes once the carriers are others than `known`. */
    readonly changeFrom: (known: SourceCarriers) => Effect.Effect<void>
    /** Replaces the carriers, and returns the changes. Carriers that did not change retain their connections. */
    readonly replace: (carriers: ReadonlyArray<ConfiguredCarrier>) => Effect.Effect<CarrierChanges>
  }
>()("@landfall/feeds/dcsa/carriers/CarrierRegistry") {
  static readonly layer = (initial: ReadonlyArray<ConfiguredCarrier>) =>
    Layer.effect(
      CarrierRegistry,
      Effect.gen(function* () {
        const digest = yield* Digest.Digest
        const makeVersion = (configured: ReadonlyArray<ConfiguredCarrier>) =>
          Effect.map(
            Effect.provideService(fingerprintsOf(configured), Digest.Digest, digest),
            (fingerprints): CarrierVersion => ({
              configured,
              profiles: configured.map(({ profile }) => profile),
              fingerprints
            })
          )
        const one = Semaphore.makeUnsafe(1)
        let version = yield* makeVersion(initial)
        let superseded = Latch.makeUnsafe(false)

        const replace = Effect.fnUntraced(function* (carriers: ReadonlyArray<ConfiguredCarrier>) {
          const current = version.configured
          const changes = compareCarriers(current, carriers)
          if (Object.values(changes).every((scacs) => scacs.length === 0)) return changes
          version = yield* makeVersion(retainUnchanged(current, carriers))
          const former = superseded
          superseded = Latch.makeUnsafe(false)
          yield* former.open
          return changes
        }, one.withPermit)

        return CarrierRegistry.of({
          current: Effect.sync(() => version),
          changeFrom: (known) => Effect.suspend(() => (known === version ? superseded.await : Effect.void)),
          replace
        })
      })
    )

  /** Carriers that do not change. */
  static readonly fixed = (configured: ReadonlyArray<ConfiguredCarrier>) =>
    Layer.sync(CarrierRegistry, () => {
      const profiles = configured.map(({ profile }) => profile)
      const version: CarrierVersion = { configured, profiles, fingerprints: new Map() }
      return CarrierRegistry.of({
        current: Effect.succeed(version),
        changeFrom: () => Effect.never,
        replace: () => Effect.die("The carriers of this registry do not change")
      })
    })
}
