import { Context, type Effect, Schema, type Scope, type Stream } from "effect"

/** A compression format that can be decompressed as a stream. */
export type Compression = "gzip" | "zstd"

/** A compressed file that is truncated or damaged; the bytes before the damage were read. */
export class CompressedFileDamaged extends Schema.TaggedError<CompressedFileDamaged>()("CompressedFileDamaged", {
  compression: Schema.Literals(["gzip", "zstd", "zip"]),
  reason: Schema.String
}) {
  override get message(): string {
    return `The ${this.compression} file is damaged or truncated (${this.reason}): download it again.`
  }
}

/** One file in an archive. */
export interface ArchiveMember {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, CompressedFileDamaged>
}

/** Decompresses files as a stream. */
export class Decompressor extends Context.Service<
  Decompressor,
  {
    /** The decompressed bytes. The source is read on demand. */
    readonly decompress: <E, R>(
      compression: Compression,
      bytes: Stream.Stream<Uint8Array, E, R>
    ) => Stream.Stream<Uint8Array, E | CompressedFileDamaged, R>
    /**
     * The files of a zip archive, by name, to be read one after another within the scope. It requires a file, because the
     * directory of an archive is at its end. `onRead` receives the number of compressed bytes read.
     */
    readonly openArchive: (
      path: string,
      onRead: (bytes: number) => void
    ) => Effect.Effect<ReadonlyArray<ArchiveMember>, CompressedFileDamaged, Scope.Scope>
  }
>()("@landfall/feeds/ais/Decompressor") {}
