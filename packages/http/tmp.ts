import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { ensureFirstAccount } from "@landfall/core/accounts/FirstAccount"
import { Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as MemoryStorage from "../testing/src/memory/MemoryStorage.ts"
import * as LandfallServer from "./src/server/LandfallServer.ts"
Layer.effectDiscard(ensureFirstAccount(Option.some(Redacted.make("test-key-0123456789")))).pipe(
  Layer.provideMerge(LandfallServer.layer({ host: "127.0.0.1", port: 3998, allowPrivateTargets: false })),
  Layer.provide(MemoryStorage.layer), Layer.provide([NodeServices.layer, SecureRandom.layerWebCrypto]), Layer.launch, NodeRuntime.runMain)
