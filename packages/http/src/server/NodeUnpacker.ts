import { createGunzip, createZstdDecompress } from "node:zlib"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { DamagedPacking, type Packing, Unpacker } from "@landfall/feeds/ais/Unpacker"
import { Layer } from "effect"

const OPEN = { gzip: () => createGunzip(), zstd: () => createZstdDecompress() }

const damaged = (packing: Packing) => (error: unknown) =>
  new DamagedPacking({ packing, reason: error instanceof Error ? error.message : String(error) })

/** Unpacks with Node's zlib, in its thread pool. */
export const layer = Layer.succeed(Unpacker, {
  unpack: (packing, bytes) =>
    NodeStream.pipeThroughDuplex(bytes, { evaluate: OPEN[packing], onError: damaged(packing) })
})
