import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { explained } from "../terminal/Explained.ts"
import { demo } from "./Demo.ts"

NodeRuntime.runMain(explained(demo), { disableErrorReporting: true })
