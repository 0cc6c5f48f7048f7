import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"

/** The maximum size of a request body. */
export const MAX_BODY_BYTES = 1024 * 1024

/** The maximum size of a body with many items, such as the events of a carrier or 10,000 shipments. */
export const MAX_LARGE_BODY_BYTES = 8 * MAX_BODY_BYTES

const LARGE_BODY_PATHS = /\/(?:easy-shipment|shipment\/check|tracking\/events|carriers\/[^/?]*\/events)(?:$|\?)/

/** The maximum size of a body at a path. */
export const bodyLimitAt = (path: string): number =>
  LARGE_BODY_PATHS.test(path) ? MAX_LARGE_BODY_BYTES : MAX_BODY_BYTES

/** Raises the limit of an operation to `MAX_LARGE_BODY_BYTES`. */
export class LargeBodyLimit extends HttpApiMiddleware.Service<LargeBodyLimit>()("@landfall/api/LargeBodyLimit") {
  static readonly layer = Layer.succeed(
    LargeBodyLimit,
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(MAX_LARGE_BODY_BYTES))
  )
}
