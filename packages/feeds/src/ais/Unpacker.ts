import { Context, Schema, type Stream } from "effect"

/** How a file is packed. */
export type Packing = "gzip" | "zstd"

/** A packed file that is cut short or damaged: what came before the damage was read. */
export class DamagedPacking extends Schema.TaggedError<DamagedPacking>()("DamagedPacking", {
  packing: Schema.Literals(["gzip", "zstd"]),
  reason: Schema.String
}) {
  override get message(): string {
    return `The ${this.packing} file is damaged or cut short (${this.reason}): fetch it again.`
  }
}

/** Unpacks files while they are read. */
export class Unpacker extends Context.Service<
  Unpacker,
  {
    /** The bytes that were packed. No more is read than is asked for. */
    readonly unpack: <E, R>(
      packing: Packing,
      bytes: Stream.Stream<Uint8Array, E, R>
    ) => Stream.Stream<Uint8Array, E | DamagedPacking, R>
  }
>()("@landfall/feeds/ais/Unpacker") {}
