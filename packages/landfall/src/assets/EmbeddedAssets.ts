import { getAsset, getAssetKeys } from "node:sea"
import { zstdDecompressSync } from "node:zlib"
import { Effect, Option } from "effect"
import type { AssetReader } from "./Assets.ts"

const readAsset = (key: string) => new Uint8Array(zstdDecompressSync(new Uint8Array(getAsset(key))))

/**
 * Reads files from the executable that runs, where `npm run build:executable` stores them, compressed with zstd: those of a
 * folder as `folder:path`.
 */
export const embeddedAssets: AssetReader = {
  read: (name) => Effect.sync(() => readAsset(name)),
  readFolder: (name) =>
    Effect.sync(() => {
      const prefix = `${name}:`
      const keys = getAssetKeys().filter((key) => key.startsWith(prefix))
      if (keys.length === 0) return Option.none()
      return Option.some(new Map(keys.map((key) => [key.slice(prefix.length), readAsset(key)])))
    })
}
