import { PortAreaSource } from "@landfall/core/congestion/zones/PortAreas"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { PlaceDirectory } from "@landfall/core/geo/PlaceDirectory"
import type { PortStore } from "@landfall/core/geo/PortStore"
import { SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Context, Effect, Layer, Scope } from "effect"

/** Loads the module of a layer and builds the layer when its service is first used. */
const lazyService = Effect.fnUntraced(function* <I, S, R>(
  service: Context.Key<I, S>,
  load: () => Promise<Layer.Layer<I, never, R>>
) {
  const scope = yield* Effect.scope
  const dependencies = yield* Effect.context<R>()
  const built = Effect.flatMap(Effect.promise(load), Layer.build).pipe(
    Effect.map(Context.get(service)),
    Effect.provideService(Scope.Scope, scope),
    Effect.provideContext(dependencies)
  )
  return yield* Effect.cached(built)
})

/** Sea routes and ports, each loaded on first use: a process that computes no route starts sooner and needs less memory. */
const lazySeaLayer = <R>(
  loadRouter: () => Promise<Layer.Layer<SeaRouter, never, R>>,
  loadGazetteer: () => Promise<Layer.Layer<Gazetteer, never, R>>
) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const router = yield* lazyService(SeaRouter, loadRouter)
      const gazetteer = yield* lazyService(Gazetteer, loadGazetteer)
      return Context.make(SeaRouter, {
        route: (request) => Effect.flatMap(router, ({ route }) => route(request))
      }).pipe(
        Context.add(Gazetteer, {
          get: (code) => Effect.flatMap(gazetteer, ({ get }) => get(code)),
          search: (text, limit) => Effect.flatMap(gazetteer, ({ search }) => search(text, limit)),
          suggestCodes: (code) => Effect.flatMap(gazetteer, ({ suggestCodes }) => suggestCodes(code)),
          all: Effect.flatMap(gazetteer, ({ all }) => all),
          aliases: Effect.flatMap(gazetteer, ({ aliases }) => aliases)
        })
      )
    })
  )

/** The bundled areas of ports, read when they are first used. */
export const portAreas = Layer.effect(
  PortAreaSource,
  Effect.cached(
    Effect.map(
      Effect.promise(() => import("@landfall/sea/areas/BundledPortAreas")),
      ({ loadPortAreas }) => loadPortAreas()
    )
  )
)

/** Names, positions and time zones of the bundled ports, loaded with the first alert. */
export const placesLayer: Layer.Layer<never> = Layer.effect(
  PlaceDirectory,
  Effect.cached(
    Effect.promise(() => import("@landfall/sea/ports/BundledPlaces").then(({ loadPlaces }) => loadPlaces()))
  )
)

/** The sea network and the bundled ports, with the operator's ports, which replace bundled ones of the same code. */
export const layer: Layer.Layer<SeaRouter | Gazetteer, never, PortStore> = lazySeaLayer(
  () => import("@landfall/sea/OperatorSeaRouter").then((router) => router.layer),
  () => import("@landfall/sea/ports/OperatorGazetteer").then((gazetteer) => gazetteer.layer)
)

/** The sea network and the bundled ports alone, for use without a database. */
export const builtInLayer: Layer.Layer<SeaRouter | Gazetteer> = lazySeaLayer(
  () => import("@landfall/sea/NetworkSeaRouter").then((router) => router.layer),
  () => import("@landfall/sea/ports/TableGazetteer").then((table) => table.layer)
)
