import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { landfallProgram } from "./LandfallProgram.ts"
import { exitCode } from "./terminal/ErrorReport.ts"

NodeRuntime.runMain(landfallProgram, { disableErrorReporting: true, teardown: exitCode })
