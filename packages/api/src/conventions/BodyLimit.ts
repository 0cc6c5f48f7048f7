import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"

/** The largest body that an operation reads. */
export const MAX_BODY_BYTES = 1024 * 1024

/** The largest body of an operation that takes many things at once: carriers' batches, ten thousand shipments. */
export const MAX_LARGE_BODY_BYTES = 8 * MAX_BODY_BYTES

const LARGE_BODY_PATHS = /\/(?:easy-shipment|tracking\/events|carriers\/[^/?]*\/events)(?:$|\?)/

/** The largest body that is read at a path. */
export const bodyLimitAt = (path: string): number =>
  LARGE_BODY_PATHS.test(path) ? MAX_LARGE_BODY_BYTES : MAX_BODY_BYTES

/** Lets an operation read bodies of up to `MAX_LARGE_BODY_BYTES`. */
export class LargeBodyLimit extends HttpApiMiddleware.Service<LargeBodyLimit>()("@landfall/api/LargeBodyLimit") {
  static readonly layer = Layer.succeed(
    LargeBodyLimit,
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(MAX_LARGE_BODY_BYTES))
  )
}
