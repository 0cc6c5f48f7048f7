import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { exitCode, explained } from "./command/Explained.ts"
import { landfall } from "./command/Landfall.ts"

const program = Effect.provide(landfall, Layer.merge(NodeServices.layer, NodeCrypto.layer))

NodeRuntime.runMain(explained(program), { disableErrorReporting: true, teardown: exitCode })
