import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { Clock, Effect, FileSystem, PlatformError, Predicate, Schema, Stream } from "effect"

/** The time within which a program must write to a pipe. */
const WRITER_DEADLINE_MILLIS = 30_000
/** The wait before an empty pipe is read again. */
const WAIT = "20 millis"
const CHUNK_BYTES = 64 * 1024

const failure = (path: string, description: string) =>
  PlatformError.systemError({
    _tag: "TimedOut",
    module: "FileSystem",
    method: "read",
    pathOrDescriptor: path,
    description,
    cause: new Error(description)
  })

const failureOf = (path: string) => (error: unknown) =>
  failure(path, error instanceof Error ? error.message : String(error))

const openPipe = (path: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => open(path, constants.O_RDONLY | constants.O_NONBLOCK),
      catch: failureOf(path)
    }),
    (handle) => Effect.promise(() => handle.close())
  )

const isEmpty = (error: unknown): boolean => Predicate.hasProperty(error, "code") && error.code === "EAGAIN"

/** Reads once: the bytes, none when no program has the pipe open for writing, or undefined when one has and wrote nothing yet. */
const readOnce = (path: string, handle: FileHandle) =>
  Effect.suspend(() => {
    const buffer = new Uint8Array(CHUNK_BYTES)
    return Effect.tryPromise({
      try: () => handle.read(buffer),
      catch: (error) => (isEmpty(error) ? ("empty" as const) : failureOf(path)(error))
    }).pipe(
      Effect.map(({ bytesRead }) => buffer.subarray(0, bytesRead)),
      Effect.catch((error) => (error === "empty" ? Effect.undefined : Effect.fail(error)))
    )
  })

/**
 * The bytes of a pipe, up to its end. To open a pipe in the usual way waits for a writer without end, in a thread that a
 * process has four of.
 */
const streamPipe = (path: string, writerDeadlineMillis: number) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const handle = yield* openPipe(path)
      const deadline = (yield* Clock.currentTimeMillis) + writerDeadlineMillis
      let hasWriter = false
      const readNext = Effect.gen(function* () {
        for (;;) {
          const bytes = yield* readOnce(path, handle)
          if (bytes !== undefined && bytes.length > 0) {
            hasWriter = true
            return [bytes, undefined] as const
          }
          if (bytes === undefined) hasWriter = true
          else if (hasWriter) return undefined
          else if ((yield* Clock.currentTimeMillis) >= deadline)
            return yield* Effect.fail(
              failure(path, `no program has written to the pipe ${path} for ${writerDeadlineMillis / 1000} s`)
            )
          yield* Effect.sleep(WAIT)
        }
      })
      return Stream.unfold(undefined, () => readNext)
    })
  )

/**
 * The bytes of a file that a command names, which can be the output of another program as a pipe. Fails when no program
 * opens the pipe within a deadline.
 */
export const streamNamedFile = (path: string, writerDeadlineMillis = WRITER_DEADLINE_MILLIS) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const { type } = yield* files.stat(path)
      return type === "FIFO" ? streamPipe(path, writerDeadlineMillis) : files.stream(path)
    })
  )

/** A file that is larger than what a command reads whole. */
export class FileTooLarge extends Schema.TaggedError<FileTooLarge>()("FileTooLarge", { message: Schema.String }) {}

/**
 * The text in UTF-8 of a file that is read whole. Fails for one of more than `maxBytes`, as a device without end is, and for
 * a pipe that no program opens within a deadline.
 */
export const readNamedText = (
  path: string,
  maxBytes: number,
  writerDeadlineMillis = WRITER_DEADLINE_MILLIS
): Effect.Effect<string, FileTooLarge | PlatformError.PlatformError, FileSystem.FileSystem> =>
  streamNamedFile(path, writerDeadlineMillis).pipe(
    Stream.mapAccumEffect(
      () => 0,
      (size: number, bytes) => {
        const total = size + bytes.length
        return total <= maxBytes
          ? Effect.succeed([total, [bytes]] as const)
          : Effect.fail(
              new FileTooLarge({
                message: `${path} has more than ${maxBytes} bytes, the most that is read of such a file`
              })
            )
      }
    ),
    Stream.decodeText,
    Stream.mkString
  )
