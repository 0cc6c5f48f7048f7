import { createGunzip } from "node:zlib"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { CompressedFileDamaged, Decompressor } from "@landfall/feeds/ais/Decompressor"
import { Layer } from "effect"
import { openArchive } from "./ZipArchive.ts"
import { decompressZstd } from "./ZstdDecompression.ts"

const damagedGzip = (error: unknown) =>
  new CompressedFileDamaged({ compression: "gzip", reason: error instanceof Error ? error.message : String(error) })

/** Decompresses with the zlib of Node, in its thread pool. */
export const layer = Layer.succeed(Decompressor, {
  decompress: (compression, bytes) =>
    compression === "zstd"
      ? decompressZstd(bytes)
      : NodeStream.pipeThroughDuplex(bytes, { evaluate: () => createGunzip(), onError: damagedGzip }),
  openArchive
})
