import { createGunzip } from "node:zlib"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { DamagedPacking, Unpacker } from "@landfall/feeds/ais/Unpacker"
import { Layer } from "effect"
import { openArchive } from "./ZipMembers.ts"
import { unpackZstd } from "./ZstdFrames.ts"

const damaged = (error: unknown) =>
  new DamagedPacking({ packing: "gzip", reason: error instanceof Error ? error.message : String(error) })

/** Unpacks with Node's zlib, in its thread pool. */
export const layer = Layer.succeed(Unpacker, {
  unpack: (packing, bytes) =>
    packing === "zstd"
      ? unpackZstd(bytes)
      : NodeStream.pipeThroughDuplex(bytes, { evaluate: () => createGunzip(), onError: damaged }),
  openArchive
})
