import { constants, createZstdDecompress, type ZstdDecompress, zstdCompressSync } from "node:zlib"
import { CompressedFileDamaged } from "@landfall/feeds/ais/Decompressor"
import { Effect, Stream } from "effect"

/** Bytes that are decompressed in one step: a hostile file can grow ten thousand times. */
const SLICE_BYTES = 16 * 1024

const damagedZstd = (error: Error) => new CompressedFileDamaged({ compression: "zstd", reason: error.message })

/** One run of Node's decompressor, which stops at the end of a frame even when more bytes follow. */
interface Frame {
  readonly zstd: ZstdDecompress
  size: number
  unpacked: Array<Uint8Array>
}

const beginFrame = (): Frame => {
  const frame: Frame = { zstd: createZstdDecompress(), size: 0, unpacked: [] }
  frame.zstd.on("data", (bytes: Uint8Array) => frame.unpacked.push(bytes))
  return frame
}

/**
 * Runs an action on the decompressor until it calls `done`, and returns the bytes that were decompressed until then.
 */
const collectOutput = (
  frame: Frame,
  act: (done: () => void) => void
): Effect.Effect<Array<Uint8Array>, CompressedFileDamaged> =>
  Effect.callback((resume) => {
    const failed = (error: Error) => resume(Effect.fail(damagedZstd(error)))
    frame.zstd.once("error", failed)
    act(() => {
      frame.zstd.removeListener("error", failed)
      const { unpacked } = frame
      frame.unpacked = []
      resume(Effect.succeed(unpacked))
    })
  })

const writeToFrame = (frame: Frame, bytes: Uint8Array) =>
  collectOutput(frame, (done) => {
    frame.size += bytes.length
    frame.zstd.write(bytes, (error) => {
      if (error === null || error === undefined) done()
    })
  })

/** The last bytes of a frame, which are decompressed before the end of its stream. */
const finishFrame = (frame: Frame) =>
  collectOutput(frame, (done) => (frame.zstd.readableEnded ? done() : frame.zstd.once("end", done)))

/**
 * A frame that is appended to the file. It is decompressed correctly only when the frame before it is complete, and so
 * detects a truncated file, which Node 22 accepts.
 */
const END_MARK = new TextEncoder().encode("landfall: the end")
const END_MARK_FRAME = zstdCompressSync(END_MARK, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })

const stripEndMark = (
  unpacked: ReadonlyArray<Uint8Array>
): Effect.Effect<ReadonlyArray<Uint8Array>, CompressedFileDamaged> => {
  const bytes = Buffer.concat(unpacked)
  const end = bytes.length - END_MARK.length
  return end >= 0 && bytes.subarray(end).equals(END_MARK)
    ? Effect.succeed([bytes.subarray(0, end)])
    : Effect.fail(damagedZstd(new Error("unexpected end of file")))
}

const splitIntoSlices = (chunk: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(chunk.length / SLICE_BYTES) }, (_, index) =>
    chunk.subarray(index * SLICE_BYTES, (index + 1) * SLICE_BYTES)
  )

/**
 * Decompresses zstd with any number of frames. Parallel compressors write many frames, and Node's decompressor silently
 * stops after the first.
 */
export const decompressZstd = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<Uint8Array, E | CompressedFileDamaged, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const state: { frame: Frame | undefined } = { frame: undefined }
      yield* Effect.addFinalizer(() => Effect.sync(() => state.frame?.zstd.destroy()))
      const unpack = Effect.fnUntraced(function* (slice: Uint8Array) {
        const unpacked: Array<Uint8Array> = []
        let remaining = slice
        while (remaining.length > 0) {
          const frame = state.frame ?? beginFrame()
          state.frame = frame
          unpacked.push(...(yield* writeToFrame(frame, remaining)))
          const unused = frame.size - frame.zstd.bytesWritten
          remaining = remaining.subarray(remaining.length - unused)
          if (unused === 0) break
          unpacked.push(...(yield* finishFrame(frame)))
          state.frame = undefined
        }
        return unpacked
      })
      const rest = Effect.suspend(() =>
        state.frame === undefined ? Effect.succeed([]) : Effect.flatMap(unpack(END_MARK_FRAME), stripEndMark)
      )
      return bytes.pipe(
        Stream.map(splitIntoSlices),
        Stream.flattenIterable,
        Stream.mapEffect(unpack),
        Stream.concat(Stream.fromEffect(rest)),
        Stream.flattenIterable
      )
    })
  )
