import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { landfall } from "./Landfall.ts"
import { exitCode, explained } from "./terminal/Explained.ts"

const program = Effect.provide(landfall, Layer.merge(NodeServices.layer, NodeCrypto.layer))

NodeRuntime.runMain(explained(program), { disableErrorReporting: true, teardown: exitCode })
