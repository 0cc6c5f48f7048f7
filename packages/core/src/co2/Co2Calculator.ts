import { Cache, Context, Effect, Exit, Layer, Option, Result, Schema } from "effect"
import { describeFault, Fault, type FaultPath } from "../faults/Fault.ts"
import type { StorageError } from "../faults/StorageError.ts"
import { Gazetteer } from "../geo/Gazetteer.ts"
import { SeaRouter } from "../geo/SeaRouter.ts"
import { nextSlice } from "../limits/SliceTurns.ts"
import { makeSteadyTime } from "../time/SteadyClock.ts"
import type { ImoNumber } from "../vessels/ImoNumber.ts"
import type { Mmsi } from "../vessels/Mmsi.ts"
import type { Vessel } from "../vessels/Vessel.ts"
import { identityOf, type VesselIdentity } from "../vessels/VesselIdentity.ts"
import { VesselRegistry } from "../vessels/VesselRegistry.ts"
import type { Co2BatchRequest } from "./Co2Batch.ts"
import { computeCo2 } from "./ComputeCo2.ts"
import type { SeaRouteRequest } from "./ComputeCo2Request.ts"
import { type ComputeCo2Response, routeMethodOf, type SeaRouteResponse } from "./ComputeCo2Response.ts"
import { EmissionFactorStore } from "./lanes/EmissionFactor.ts"
import { factorTable } from "./lanes/FactorTable.ts"
import {
  findRequestedRoute,
  findVoyageRoute,
  laneSizeOf,
  readVoyageRequest,
  type VoyageRequest
} from "./VoyageRequest.ts"
import { canalSizeOf } from "./vessels/ModelVessel.ts"

/** A rejected voyage, with every fault of its request. */
export class Co2Rejected extends Schema.TaggedError<Co2Rejected>()("Co2Rejected", { faults: Schema.Array(Fault) }) {
  override get message(): string {
    return this.faults.map((fault) => describeFault(fault)).join("; ")
  }
}

const rejection = (faults: ReadonlyArray<Fault>) => new Co2Rejected({ faults })

/** The time for which factors and vessels are cached: a change by the operator applies within this time. */
const CACHE_TIME = "1 second"

const MAX_CACHED_VESSELS = 10_000

/** The voyages of a batch that are computed in one slice: one with the geometry of its route takes up to a millisecond. */
const SLICE_VOYAGES = 4

/** Computes the emissions of voyages from the sea routes, the vessel registry and the emission factors. */
export class Co2Calculator extends Context.Service<
  Co2Calculator,
  {
    /** Finds the sea route between two ports, for the usual vessels of the lane between them. */
    readonly findRoute: (request: SeaRouteRequest) => Effect.Effect<SeaRouteResponse, Co2Rejected>
    /** Computes one voyage from an input; rejects it with all its faults, unknown ports included. */
    readonly compute: (input: unknown) => Effect.Effect<ComputeCo2Response, Co2Rejected | StorageError>
    /** Computes each voyage of a batch by itself, in the order of the batch. */
    readonly computeBatch: (
      batch: Co2BatchRequest
    ) => Effect.Effect<ReadonlyArray<Result.Result<ComputeCo2Response, Co2Rejected>>, StorageError>
  }
>()("@landfall/core/co2/Co2Calculator") {
  static readonly layer = Layer.effect(
    Co2Calculator,
    Effect.gen(function* () {
      const sea = { gazetteer: yield* Gazetteer, router: yield* SeaRouter }
      const registry = yield* VesselRegistry
      const { list } = yield* EmissionFactorStore
      const bySteadyTime = yield* makeSteadyTime
      const factors = bySteadyTime(yield* Effect.cachedWithTTL(Effect.map(list, factorTable), CACHE_TIME))
      const caching = {
        capacity: MAX_CACHED_VESSELS,
        timeToLive: (exit: Exit.Exit<unknown, unknown>) => (Exit.isSuccess(exit) ? CACHE_TIME : 0)
      }
      const byImo = yield* Cache.makeWith((imo: ImoNumber) => registry.find({ _tag: "Imo", imo }), caching)
      const byMmsi = yield* Cache.makeWith((mmsi: Mmsi) => registry.find({ _tag: "Mmsi", mmsi }), caching)
      const findVessel = (identity: VesselIdentity) =>
        bySteadyTime(identity._tag === "Imo" ? Cache.get(byImo, identity.imo) : Cache.get(byMmsi, identity.mmsi))

      const computeRouted = (
        { request, departure, arrival }: VoyageRequest,
        vessel: Option.Option<Vessel>,
        root: FaultPath
      ) => {
        const laneSize = () => laneSizeOf({ departure, arrival })
        const size = Option.isSome(vessel) ? canalSizeOf(vessel.value, laneSize) : undefined
        const canalVessel = size?.canalVessel ?? "lane"
        const options = request.options ?? {}
        const routeOfVoyage = findVoyageRoute(sea, { departure, arrival, options, size, root })
        return Effect.flatMap(Effect.mapError(routeOfVoyage, rejection), (route) =>
          Effect.map(factors, (table) =>
            computeCo2({ request, departure, arrival, route, vessel, canalVessel, factors: table })
          )
        )
      }

      // Every voyage runs it, so that it is written without generators.
      const computeAt = (input: unknown, root: FaultPath) =>
        Effect.flatMap(Effect.mapError(readVoyageRequest(sea, input, root), rejection), (voyage) =>
          Effect.flatMap(findVessel(identityOf(voyage.request.vessel)), (vessel) => computeRouted(voyage, vessel, root))
        )

      return Co2Calculator.of({
        findRoute: Effect.fn("Co2.findRoute")((request: SeaRouteRequest) =>
          Effect.map(Effect.mapError(findRequestedRoute(sea, request), rejection), (route) => ({
            length: route.lengthNm,
            ...routeMethodOf(route, "lane", request.options)
          }))
        ),
        compute: (input: unknown) => computeAt(input, []),
        computeBatch: Effect.fn("Co2.computeBatch")(({ requests }: Co2BatchRequest) =>
          Effect.forEach(requests, (input, index) =>
            Effect.andThen(
              index % SLICE_VOYAGES === 0 ? nextSlice : Effect.void,
              computeAt(input, ["requests", index])
            ).pipe(
              Effect.map((response) => Result.succeed(response)),
              Effect.catchTag("Co2Rejected", (rejected) => Effect.succeed(Result.fail(rejected)))
            )
          )
        )
      })
    })
  )
}
