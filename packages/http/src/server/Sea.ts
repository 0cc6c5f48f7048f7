import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { PortStore } from "@landfall/core/geo/PortStore"
import { SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Context, Effect, Layer, Scope } from "effect"

type Sea = SeaRouter | Gazetteer

const withOwnPorts = Effect.promise(() => import("@landfall/sea/OperatorSea")).pipe(Effect.map(({ layer }) => layer))

const asBuilt = Effect.promise(() =>
  Promise.all([import("@landfall/sea/NetworkSeaRouter"), import("@landfall/sea/TableGazetteer")])
).pipe(Effect.map(([router, gazetteer]) => Layer.merge(router.layer, gazetteer.layer)))

/** A sea that is loaded when it is first asked for. */
const lazily = <R>(load: Effect.Effect<Layer.Layer<Sea, never, R>>): Layer.Layer<Sea, never, R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const needed = yield* Effect.context<R>()
      const sea = yield* Effect.cached(
        Effect.flatMap(load, Layer.build).pipe(Effect.provideService(Scope.Scope, scope), Effect.provideContext(needed))
      )
      const router = Effect.map(sea, Context.get(SeaRouter))
      const gazetteer = Effect.map(sea, Context.get(Gazetteer))
      return Context.make(SeaRouter, {
        route: (wish) => Effect.flatMap(router, ({ route }) => route(wish))
      }).pipe(
        Context.add(Gazetteer, {
          get: (code) => Effect.flatMap(gazetteer, ({ get }) => get(code)),
          search: (text, limit) => Effect.flatMap(gazetteer, ({ search }) => search(text, limit)),
          nearest: (code) => Effect.flatMap(gazetteer, ({ nearest }) => nearest(code))
        })
      )
    })
  )

/**
 * The world's sea with the operator's own ports, unpacked when it is first asked for: those who never ask for a route
 * start sooner and need less memory.
 */
export const layer: Layer.Layer<Sea, never, PortStore> = lazily(withOwnPorts)

/** The world's sea as it comes with the package, for where there is no database. */
export const builtIn: Layer.Layer<Sea> = lazily(asBuilt)
