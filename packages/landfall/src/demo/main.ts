import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { withErrorReport } from "../terminal/ErrorReport.ts"
import { demo } from "./Demo.ts"

NodeRuntime.runMain(withErrorReport(demo), { disableErrorReporting: true })
