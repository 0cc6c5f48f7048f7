import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { PortStore } from "@landfall/core/geo/PortStore"
import { SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Context, Effect, Layer, Scope } from "effect"

/** Loads a layer's module and builds it when its service is first asked for. */
const lazyService = Effect.fnUntraced(function* <I, S, R>(
  service: Context.Key<I, S>,
  load: () => Promise<Layer.Layer<I, never, R>>
) {
  const scope = yield* Effect.scope
  const needed = yield* Effect.context<R>()
  const built = Effect.flatMap(Effect.promise(load), Layer.build).pipe(
    Effect.map(Context.get(service)),
    Effect.provideService(Scope.Scope, scope),
    Effect.provideContext(needed)
  )
  return yield* Effect.cached(built)
})

/**
 * The world's sea and its ports, each unpacked when it is first asked for: those who never ask for a route start sooner
 * and need less memory.
 */
const lazySeaLayer = <R>(
  loadRouter: () => Promise<Layer.Layer<SeaRouter, never, R>>,
  loadGazetteer: () => Promise<Layer.Layer<Gazetteer, never, R>>
) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const router = yield* lazyService(SeaRouter, loadRouter)
      const gazetteer = yield* lazyService(Gazetteer, loadGazetteer)
      return Context.make(SeaRouter, {
        route: (wish) => Effect.flatMap(router, ({ route }) => route(wish))
      }).pipe(
        Context.add(Gazetteer, {
          get: (code) => Effect.flatMap(gazetteer, ({ get }) => get(code)),
          search: (text, limit) => Effect.flatMap(gazetteer, ({ search }) => search(text, limit)),
          suggestCodes: (code) => Effect.flatMap(gazetteer, ({ suggestCodes }) => suggestCodes(code)),
          all: Effect.flatMap(gazetteer, ({ all }) => all)
        })
      )
    })
  )

/** The world's sea with the operator's own ports. */
export const layer: Layer.Layer<SeaRouter | Gazetteer, never, PortStore> = lazySeaLayer(
  () => import("@landfall/sea/OperatorSea").then(({ routerLayer }) => routerLayer),
  () => import("@landfall/sea/OperatorSea").then(({ gazetteerLayer }) => gazetteerLayer)
)

/** The world's sea as it comes with the package, for where there is no database. */
export const builtInLayer: Layer.Layer<SeaRouter | Gazetteer> = lazySeaLayer(
  () => import("@landfall/sea/NetworkSeaRouter").then((router) => router.layer),
  () => import("@landfall/sea/TableGazetteer").then((table) => table.layer)
)
