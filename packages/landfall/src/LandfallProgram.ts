import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { runLandfall } from "./LandfallCommand.ts"
import { withErrorReport } from "./terminal/ErrorReport.ts"
import { usagePresenterLayer } from "./terminal/UsagePresenter.ts"

const services = Layer.mergeAll(NodeServices.layer, NodeCrypto.layer, usagePresenterLayer)

/** The command `landfall` with the services of Node, from the arguments of the process to the report of an error. */
export const landfallProgram = withErrorReport(Effect.provide(runLandfall, services))
