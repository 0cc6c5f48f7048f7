import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { landfallCommand } from "./LandfallCommand.ts"
import { exitCode, withErrorReport } from "./terminal/ErrorReport.ts"

const program = Effect.provide(landfallCommand, Layer.merge(NodeServices.layer, NodeCrypto.layer))

NodeRuntime.runMain(withErrorReport(program), { disableErrorReporting: true, teardown: exitCode })
