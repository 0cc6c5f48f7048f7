import type { Instant } from "@landfall/core/time/Instant"
import { Context, Effect, Layer } from "effect"

/** The state of the carriers file. `invalid`: its newest version has faults, so that an earlier one is in use. */
export type CarriersFileState =
  | { readonly _tag: "None" }
  | { readonly _tag: "Valid" }
  | { readonly _tag: "Invalid"; readonly since: Instant }

const NO_FILE: CarriersFileState = { _tag: "None" }

/** The carriers file of this process. The composition of the server adapts the reader of the file to it. */
export class CarriersFileHealth extends Context.Service<
  CarriersFileHealth,
  {
    /** The state of the carriers file now. */
    readonly state: Effect.Effect<CarriersFileState>
  }
>()("@landfall/http/health/CarriersFileHealth") {
  static readonly absentLayer = Layer.succeed(CarriersFileHealth, { state: Effect.succeed(NO_FILE) })
}
