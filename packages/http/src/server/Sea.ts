import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Context, Effect, Layer, Scope } from "effect"

const loadRouter = Effect.flatMap(
  Effect.promise(() => import("@landfall/sea/NetworkSeaRouter")),
  (router) => Effect.map(Layer.build(router.layer), Context.get(SeaRouter))
)

const loadGazetteer = Effect.flatMap(
  Effect.promise(() => import("@landfall/sea/TableGazetteer")),
  (table) => Effect.map(Layer.build(table.layer), Context.get(Gazetteer))
)

/**
 * The world's sea and its ports, each unpacked when it is first asked for: those who never ask for a route start sooner
 * and need less memory.
 */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const router = yield* Effect.cached(Effect.provideService(loadRouter, Scope.Scope, scope))
    const gazetteer = yield* Effect.cached(Effect.provideService(loadGazetteer, Scope.Scope, scope))
    return Context.make(SeaRouter, {
      route: (wish) => Effect.flatMap(router, ({ route }) => route(wish))
    }).pipe(
      Context.add(Gazetteer, {
        get: (code) => Effect.flatMap(gazetteer, ({ get }) => get(code)),
        search: (text, limit) => Effect.flatMap(gazetteer, ({ search }) => search(text, limit)),
        nearest: (code) => Effect.flatMap(gazetteer, ({ nearest }) => nearest(code)),
        all: Effect.flatMap(gazetteer, ({ all }) => all)
      })
    )
  })
)
