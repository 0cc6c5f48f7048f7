import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { explained } from "./command/Explained.ts"
import { landfall } from "./command/Landfall.ts"

const runtime = Layer.merge(NodeServices.layer, NodeCrypto.layer)

explained(Effect.provide(landfall, runtime)).pipe(NodeRuntime.runMain({ disableErrorReporting: true }))
