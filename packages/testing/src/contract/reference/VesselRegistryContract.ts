import { assert, describe } from "@effect/vitest"
import { ImoNumber, imoCheckDigit } from "@landfall/core/vessels/ImoNumber"
import { Mmsi } from "@landfall/core/vessels/Mmsi"
import { Vessel, VesselParticulars } from "@landfall/core/vessels/Vessel"
import { VesselIdentity } from "@landfall/core/vessels/VesselIdentity"
import { reconcileVessels, VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { Arbitrary, Effect, Option, Schema } from "effect"
import { storableText } from "../../samples/Arbitraries.ts"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"

/** The IMO number that begins with 900000 and `n` more, `n` from 0 to 99. */
const imoOf = (n: number): ImoNumber => {
  const first = String(900_000 + n)
  return ImoNumber.make(`${first}${imoCheckDigit(first)}`)
}
const mmsiOf = (n: number): Mmsi => Mmsi.make(String(211_000_000 + n))

const decode = Schema.decodeUnknownSync(Vessel)
const byImo = (n: number) => VesselIdentity.cases.Imo.make({ imo: imoOf(n) })
const byMmsi = (n: number) => VesselIdentity.cases.Mmsi.make({ mmsi: mmsiOf(n) })

const findVessel = (identity: VesselIdentity) =>
  Effect.flatMap(VesselRegistry, (registry) => Effect.map(registry.find(identity), Option.getOrUndefined))
const saveVessels = (...vessels: ReadonlyArray<unknown>) =>
  Effect.flatMap(VesselRegistry, (registry) => registry.save(vessels.map((vessel) => decode(vessel))))
const countVessels = Effect.flatMap(VesselRegistry, (registry) => registry.count)

/** A vessel with any particulars and numbers from a small set, so that numbers collide. */
const anyVessel: Arbitrary.Arbitrary<Vessel> = Arbitrary.all({
  particulars: Arbitrary.schema(VesselParticulars),
  name: storableText,
  numbers: Arbitrary.schema(
    Schema.Struct({
      imo: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })),
      mmsi: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })),
      given: Schema.Literals(["imo", "mmsi", "both"])
    })
  )
}).pipe(
  Arbitrary.map(({ particulars, name, numbers }) => ({
    ...particulars,
    name: `${name.slice(0, 20).toWellFormed()}!`,
    ...(numbers.given === "mmsi" ? {} : { imo: imoOf(numbers.imo) }),
    ...(numbers.given === "imo" ? {} : { mmsi: mmsiOf(numbers.mmsi) })
  }))
)

const anyVessels = Arbitrary.array(anyVessel, { maxLength: 8 })

/** Registers the contract of `VesselRegistry`. */
export const vesselRegistryContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`VesselRegistry on ${name}`, () => {
    rule(layer, "lists the vessels whose type is known", () =>
      Effect.gen(function* () {
        yield* saveVessels({ imo: imoOf(1), mmsi: mmsiOf(1), type: "roro", teu: 300 }, { imo: imoOf(2), teu: 9000 })
        yield* saveVessels({ mmsi: mmsiOf(3), type: "tanker" }, { imo: imoOf(4), name: "NOBODY KNOWS" })
        const typed = yield* (yield* VesselRegistry).listTyped
        assert.sameDeepMembers(
          [...typed],
          [
            { imo: Option.some(imoOf(1)), mmsi: Option.some(mmsiOf(1)), type: "roro" },
            { imo: Option.some(imoOf(2)), mmsi: Option.none(), type: "cargo" },
            { imo: Option.none(), mmsi: Option.some(mmsiOf(3)), type: "tanker" }
          ]
        )
      })
    )

    rule(layer, "does not find an unknown vessel", () =>
      Effect.gen(function* () {
        assert.isUndefined(yield* findVessel(byImo(1)))
        assert.isUndefined(yield* findVessel(byMmsi(1)))
        assert.strictEqual(yield* countVessels, 0)
      })
    )

    property(layer, "a vessel is found by each of its numbers, as it was saved", anyVessel, (vessel) =>
      Effect.gen(function* () {
        yield* saveVessels(vessel)
        const identities = [
          ...(vessel.imo === undefined ? [] : [VesselIdentity.cases.Imo.make({ imo: vessel.imo })]),
          ...(vessel.mmsi === undefined ? [] : [VesselIdentity.cases.Mmsi.make({ mmsi: vessel.mmsi })])
        ]
        for (const identity of identities) assert.deepStrictEqual(yield* findVessel(identity), vessel)
      })
    )

    rule(layer, "a later record adds and replaces properties, and those that it lacks remain", () =>
      Effect.gen(function* () {
        yield* saveVessels({ imo: imoOf(1), name: "A", teu: 1000 }, { imo: imoOf(2), name: "B" })
        yield* saveVessels({ imo: imoOf(1), teu: 1100, lengthM: 150.5 })
        assert.deepStrictEqual(
          yield* findVessel(byImo(1)),
          decode({ imo: imoOf(1), name: "A", teu: 1100, lengthM: 150.5 })
        )
        assert.deepStrictEqual(yield* findVessel(byImo(2)), decode({ imo: imoOf(2), name: "B" }))
        assert.strictEqual(yield* countVessels, 2)
      })
    )

    rule(layer, "of two reports the one of the later year applies, whichever is stored first", () =>
      Effect.gen(function* () {
        const report = (co2KgPerNauticalMile: number, year: number) => ({ co2KgPerNauticalMile, year })
        yield* saveVessels({ imo: imoOf(1), reported: report(500, 2020) })
        yield* saveVessels({ imo: imoOf(1), reported: report(600, 2019) })
        assert.strictEqual((yield* findVessel(byImo(1)))?.reported?.co2KgPerNauticalMile, 500)
        yield* saveVessels({ imo: imoOf(1), reported: report(400, 2021) })
        assert.strictEqual((yield* findVessel(byImo(1)))?.reported?.co2KgPerNauticalMile, 400)
      })
    )

    rule(layer, "a record under an MMSI alone becomes part of the vessel that is named with it", () =>
      Effect.gen(function* () {
        yield* saveVessels({ mmsi: mmsiOf(1), teu: 900 }, { imo: imoOf(1), name: "A" })
        yield* saveVessels({ imo: imoOf(1), mmsi: mmsiOf(1) })
        const whole = decode({ imo: imoOf(1), mmsi: mmsiOf(1), name: "A", teu: 900 })
        assert.deepStrictEqual(yield* findVessel(byImo(1)), whole)
        assert.deepStrictEqual(yield* findVessel(byMmsi(1)), whole)
        assert.strictEqual(yield* countVessels, 1)
      })
    )

    rule(layer, "an MMSI belongs to the vessel named with it last", () =>
      Effect.gen(function* () {
        yield* saveVessels({ imo: imoOf(1), mmsi: mmsiOf(1), name: "Before" })
        yield* saveVessels({ imo: imoOf(2), mmsi: mmsiOf(1), name: "After" })
        assert.strictEqual((yield* findVessel(byMmsi(1)))?.name, "After")
        assert.deepStrictEqual(yield* findVessel(byImo(1)), decode({ imo: imoOf(1), name: "Before" }))
        yield* saveVessels({ imo: imoOf(2), mmsi: mmsiOf(2) })
        assert.isUndefined(yield* findVessel(byMmsi(1)))
        assert.strictEqual((yield* findVessel(byMmsi(2)))?.name, "After")
      })
    )

    property(layer, "saving vessels in one batch equals saving them one by one", anyVessels, (vessels) =>
      Effect.gen(function* () {
        const registry = yield* VesselRegistry
        const look = Effect.forEach(
          [0, 1, 2, 3, 4].flatMap((n) => [byImo(n), byMmsi(n)]),
          findVessel
        )
        for (const vessel of vessels) yield* registry.save([vessel])
        const atOnce = reconcileVessels([], vessels)
        const withNumber = (n: number) => [
          atOnce.find(({ imo }) => imo === imoOf(n)),
          atOnce.find(({ mmsi }) => mmsi === mmsiOf(n))
        ]
        assert.deepStrictEqual(yield* look, [0, 1, 2, 3, 4].flatMap(withNumber))
        assert.strictEqual(yield* registry.count, atOnce.length)
      })
    )

    rule(layer, "saves many vessels in one batch", () =>
      Effect.gen(function* () {
        const many = Array.from({ length: 1500 }, (_, n) => {
          const first = String(910_000 + n)
          return { imo: `${first}${imoCheckDigit(first)}`, name: `Vessel ${n}`, grossTonnage: 10_000 + n }
        })
        yield* saveVessels(...many)
        assert.strictEqual(yield* countVessels, many.length)
        const last = many[1499]
        const identity = VesselIdentity.cases.Imo.make({ imo: ImoNumber.make(last?.imo ?? "") })
        assert.strictEqual((yield* findVessel(identity))?.grossTonnage, 11_499)
      })
    )
  })
}
