import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Context, Effect, Layer, Scope } from "effect"

const load = Effect.gen(function* () {
  const [router, gazetteer] = yield* Effect.promise(() =>
    Promise.all([import("@landfall/sea/NetworkSeaRouter"), import("@landfall/sea/TableGazetteer")])
  )
  return yield* Layer.build(Layer.merge(router.layer, gazetteer.layer))
})

/**
 * The world's sea, unpacked when it is first asked for: those who never ask for a route start sooner and need less
 * memory.
 */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const sea = yield* Effect.cached(Effect.provideService(load, Scope.Scope, scope))
    const router = Effect.map(sea, Context.get(SeaRouter))
    const gazetteer = Effect.map(sea, Context.get(Gazetteer))
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
