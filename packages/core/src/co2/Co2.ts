import { Cache, Context, Effect, Exit, Layer, Option, Predicate, Result, Schema } from "effect"
import { type Fault, parse } from "../faults/Fault.ts"
import type { StorageError } from "../faults/StorageError.ts"
import { Gazetteer } from "../geo/Gazetteer.ts"
import type { Port } from "../geo/Port.ts"
import { SeaRouter, type VesselSize } from "../geo/SeaRouter.ts"
import { readUnlocode } from "../geo/Unlocode.ts"
import type { ImoNumber } from "../vessels/ImoNumber.ts"
import type { Mmsi } from "../vessels/Mmsi.ts"
import { identityOf, type VesselIdentity } from "../vessels/VesselIdentity.ts"
import { VesselRegistry } from "../vessels/VesselRegistry.ts"
import type { Co2BatchRequest } from "./Co2Batch.ts"
import { computeCo2 } from "./ComputeCo2.ts"
import { Co2Options, ComputeCo2Request } from "./ComputeCo2Request.ts"
import type { ComputeCo2Response } from "./ComputeCo2Response.ts"
import { EmissionFactors, factorTable } from "./EmissionFactors.ts"
import { canalSizeOf } from "./ModelShip.ts"

const FaultShape = Schema.Struct({
  kind: Schema.Literals(["missing", "unknown", "invalid"]),
  path: Schema.String,
  message: Schema.String
})

/** A voyage that is not computed, with everything that is wrong with its request. */
export class Co2Refused extends Schema.TaggedError<Co2Refused>()("Co2Refused", { faults: Schema.Array(FaultShape) }) {
  override get message(): string {
    return this.faults.map(({ message }) => message).join("; ")
  }
}

const ENDS = ["departure", "arrival"] as const

/** The port codes in what a caller sent that can be read, whatever else is wrong there. */
const codesIn = (input: unknown) =>
  ENDS.flatMap((end) => {
    const call: unknown = Predicate.hasProperty(input, end) ? input[end] : undefined
    const code = Predicate.hasProperty(call, "portCode") ? readUnlocode(call.portCode) : Option.none()
    return Option.isSome(code) ? [{ end, code: code.value }] : []
  })

/** The options of what a caller sent where they are right in themselves, whatever else is wrong. */
const optionsIn = (input: unknown): Co2Options | undefined => {
  const options: unknown = Predicate.hasProperty(input, "options") ? input.options : {}
  return Result.getOrUndefined(parseOptions(options))
}

const codesOf = (request: ComputeCo2Request) => ENDS.map((end) => ({ end, code: request[end].portCode }))

const refuse = (faults: ReadonlyArray<Fault>) => Effect.fail(new Co2Refused({ faults }))

const fault = (path: string, phrase: string): Fault => ({
  kind: "invalid",
  path,
  message: phrase.startsWith("must") ? `${path} ${phrase}` : `${path}: ${phrase}`
})

/** How long factors and ships are used before they are read again: what a command changes is seen within a second. */
const KEPT = "1 second"

const MAX_VESSELS_KEPT = 10_000

const ROOT = "$"
const parseRequest = parse(ComputeCo2Request, { root: ROOT })
const parseOptions = parse(Co2Options)

interface Ends {
  readonly departure: Port
  readonly arrival: Port
}

const samePort = ({ arrival, departure: { code, name } }: Ends, root: string): ReadonlyArray<Fault> => {
  const sentence = `must be another port than the departure's: both codes are ${name}, ${code}`
  return arrival.code === code ? [fault(`${root}.arrival.portCode`, sentence)] : []
}

/** The emissions of voyages, over the world's sea, by the ships and factors that are known. */
export class Co2 extends Context.Service<
  Co2,
  {
    /** Computes one voyage out of what a caller sent; refuses it with all its faults, unknown ports among them. */
    readonly compute: (input: unknown) => Effect.Effect<ComputeCo2Response, Co2Refused | StorageError>
    /** Computes each voyage of a batch by itself, in their order. */
    readonly computeBatch: (
      batch: Co2BatchRequest
    ) => Effect.Effect<ReadonlyArray<Result.Result<ComputeCo2Response, Co2Refused>>, StorageError>
  }
>()("@landfall/core/co2/Co2") {
  static readonly layer = Layer.effect(
    Co2,
    Effect.gen(function* () {
      const gazetteer = yield* Gazetteer
      const router = yield* SeaRouter
      const registry = yield* VesselRegistry
      const { list } = yield* EmissionFactors
      const factors = yield* Effect.cachedWithTTL(Effect.map(list, factorTable), KEPT)
      const keeping = {
        capacity: MAX_VESSELS_KEPT,
        timeToLive: (exit: Exit.Exit<unknown, unknown>) => (Exit.isSuccess(exit) ? KEPT : 0)
      }
      const byImo = yield* Cache.makeWith((imo: ImoNumber) => registry.find({ _tag: "Imo", imo }), keeping)
      const byMmsi = yield* Cache.makeWith((mmsi: Mmsi) => registry.find({ _tag: "Mmsi", mmsi }), keeping)
      const findVessel = (identity: VesselIdentity) =>
        identity._tag === "Imo" ? Cache.get(byImo, identity.imo) : Cache.get(byMmsi, identity.mmsi)

      /** The ports that codes name as far as they are known, and a fault for each that is not. */
      const findPorts = Effect.fnUntraced(function* (codes: ReturnType<typeof codesIn>, root: string) {
        const ports: { departure?: Port; arrival?: Port } = {}
        const faults: Array<Fault> = []
        for (const { end, code } of codes) {
          const found = yield* Effect.result(gazetteer.get(code))
          if (Result.isSuccess(found)) ports[end] = found.success
          else faults.push(fault(`${root}.${end}.portCode`, found.failure.message))
        }
        return { ports, faults }
      })

      /** A fault for each end that no ship reaches, which a way from the port to itself tells as well as any other. */
      const findInland = Effect.fnUntraced(function* (ports: { departure?: Port; arrival?: Port }, root: string) {
        const faults: Array<Fault> = []
        for (const end of ENDS) {
          const code = ports[end]?.code
          if (code === undefined) continue
          const found = yield* Effect.result(router.route({ from: code, to: code }))
          if (Result.isSuccess(found)) continue
          const { failure } = found
          faults.push(
            fault(`${root}.${end}.portCode`, failure._tag === "PortUnknown" ? failure.message : failure.reason)
          )
        }
        return faults
      })

      /** The way between two ports; refused where there is none, with what stands against either end or the options. */
      const findRoute = Effect.fnUntraced(function* (ends: Ends, options: Co2Options, size: VesselSize, root: string) {
        const { avoid, require } = options
        const wish = { from: ends.departure.code, to: ends.arrival.code, avoid, require, vessel: size }
        const found = yield* Effect.result(router.route(wish))
        if (Result.isSuccess(found)) return found.success
        const inland = yield* findInland(ends, root)
        const place = avoid === undefined && require === undefined ? root : `${root}.options`
        return yield* refuse(inland.length > 0 ? inland : [fault(place, found.failure.message)])
      })

      /** What stands against the voyage of a request that is wrong in its form, beside that: its ports, and the way between them. */
      const findFaults = Effect.fnUntraced(function* (
        input: unknown,
        ports: { departure?: Port; arrival?: Port },
        root: string
      ) {
        const { departure, arrival } = ports
        if (departure === undefined || arrival === undefined) return yield* findInland(ports, root)
        const ends = { departure, arrival }
        const options = optionsIn(input)
        const isOne = departure.code === arrival.code
        if (options === undefined || isOne) {
          const [from, to] = codesIn(input)
          const same = from?.code === to?.code ? [] : samePort(ends, root)
          return [...same, ...(yield* findInland(ports, root))]
        }
        return yield* Effect.match(findRoute(ends, options, {}, root), {
          onFailure: ({ faults }) => faults,
          onSuccess: () => []
        })
      })

      const read = Effect.fnUntraced(function* (input: unknown, root: string) {
        const parsed = root === ROOT ? parseRequest(input) : parse(ComputeCo2Request, { root })(input)
        const codes = Result.isSuccess(parsed) ? codesOf(parsed.success) : codesIn(input)
        const { ports, faults } = yield* findPorts(codes, root)
        const { departure, arrival } = ports
        if (Result.isFailure(parsed) || departure === undefined || arrival === undefined) {
          const ofForm = Result.isFailure(parsed) ? parsed.failure : []
          return yield* refuse([...ofForm, ...faults, ...(yield* findFaults(input, ports, root))])
        }
        const same = samePort({ departure, arrival }, root)
        return same.length > 0 ? yield* refuse(same) : { request: parsed.success, departure, arrival }
      })

      const computeAt = Effect.fnUntraced(function* (input: unknown, root: string) {
        const { request, departure, arrival } = yield* read(input, root)
        const vessel = yield* findVessel(identityOf(request.vessel))
        const size = Option.match(vessel, { onNone: () => ({}), onSome: canalSizeOf })
        const route = yield* findRoute({ departure, arrival }, request.options ?? {}, size, root)
        return computeCo2({ request, departure, arrival, route, vessel, factors: yield* factors })
      })

      return Co2.of({
        compute: (input: unknown) => computeAt(input, ROOT),
        computeBatch: Effect.fn("Co2.computeBatch")(({ requests }: Co2BatchRequest) =>
          Effect.forEach(requests, (input, index) =>
            computeAt(input, `$.requests[${index}]`).pipe(
              Effect.map((response) => Result.succeed(response)),
              Effect.catchTag("Co2Refused", (refused) => Effect.succeed(Result.fail(refused)))
            )
          )
        )
      })
    })
  )
}
