import { Context, type Effect, Schema, type Scope, type Stream } from "effect"

/** How a file is packed that is unpacked from its beginning on. */
export type Compression = "gzip" | "zstd"

/** A packed file that is cut short or damaged: what came before the damage was read. */
export class CompressedFileDamaged extends Schema.TaggedError<CompressedFileDamaged>()("CompressedFileDamaged", {
  packing: Schema.Literals(["gzip", "zstd", "zip"]),
  reason: Schema.String
}) {
  override get message(): string {
    return `The ${this.packing} file is damaged or cut short (${this.reason}): fetch it again.`
  }
}

/** One file in an archive. */
export interface ArchiveMember {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, CompressedFileDamaged>
}

/** Unpacks files while they are read. */
export class Decompressor extends Context.Service<
  Decompressor,
  {
    /** The bytes that were packed. No more is read than is asked for. */
    readonly decompress: <E, R>(
      packing: Compression,
      bytes: Stream.Stream<Uint8Array, E, R>
    ) => Stream.Stream<Uint8Array, E | CompressedFileDamaged, R>
    /**
     * The files in a zip archive, by name, to be read one after the other while the scope lasts. What is in it stands at
     * its end, so it needs the file. `onRead` hears how much of it was read, packed as it is.
     */
    readonly openArchive: (
      path: string,
      onRead: (bytes: number) => void
    ) => Effect.Effect<ReadonlyArray<ArchiveMember>, CompressedFileDamaged, Scope.Scope>
  }
>()("@landfall/feeds/ais/Decompressor") {}
