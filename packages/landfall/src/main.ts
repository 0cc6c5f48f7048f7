import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { runLandfall } from "./LandfallCommand.ts"
import { exitCode, withErrorReport } from "./terminal/ErrorReport.ts"
import { usagePresenterLayer } from "./terminal/UsagePresenter.ts"

const services = Layer.mergeAll(NodeServices.layer, NodeCrypto.layer, usagePresenterLayer)
const program = Effect.provide(runLandfall, services)

NodeRuntime.runMain(withErrorReport(program), { disableErrorReporting: true, teardown: exitCode })
