import { fork } from "node:child_process"
import { createServer } from "node:net"
import { Deferred, Effect, Latch, Schema, type Scope } from "effect"

const Started = Schema.Struct({ port: Schema.Int })
const Arrivals = Schema.Struct({ arrivals: Schema.Array(Schema.Tuple([Schema.String, Schema.String])) })
const ReceiverMessage = Schema.Union([Started, Arrivals])
const decodeReceiverMessage = Schema.decodeUnknownSync(ReceiverMessage)

/** A webhook receiver in a separate process. */
export interface ReceiverProcess {
  readonly url: string
  /** The monotonic nanosecond at which each `webhook-id` first arrived. */
  readonly arrivals: ReadonlyMap<string, bigint>
  /** Completes when `count` different ids have arrived since the last `clearArrivals`. */
  readonly awaitArrivals: (count: number) => Effect.Effect<void>
  readonly clearArrivals: () => void
}

export const startReceiver: Effect.Effect<ReceiverProcess, never, Scope.Scope> = Effect.gen(function* () {
  const arrivals = new Map<string, bigint>()
  const reported = Latch.makeUnsafe()
  const port = yield* Deferred.make<number>()
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const child = fork(new URL("./receiver.ts", import.meta.url), {
        execArgv: ["--disable-warning=ExperimentalWarning"]
      })
      child.on("message", (message) => {
        const report = decodeReceiverMessage(message)
        if ("port" in report) {
          Deferred.doneUnsafe(port, Effect.succeed(report.port))
          return
        }
        for (const [id, at] of report.arrivals) if (!arrivals.has(id)) arrivals.set(id, BigInt(at))
        reported.openUnsafe()
      })
      return child
    }),
    (child) => Effect.sync(() => child.disconnect())
  )
  return {
    url: `http://127.0.0.1:${yield* Deferred.await(port)}/hooks`,
    arrivals,
    awaitArrivals: (count) =>
      Effect.whileLoop({
        while: () => arrivals.size < count,
        body: () => Effect.andThen(reported.close, reported.await),
        step: () => {}
      }),
    clearArrivals: () => arrivals.clear()
  }
})

/** Starts a receiver that accepts every connection and never responds. Returns its URL. */
export const startUnresponsiveReceiver: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<ReturnType<typeof createServer>>((resume) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy())
      socket.resume()
    })
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.sync(() => server.close())
).pipe(
  Effect.map((server) => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/hooks`
  })
)
