import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { Assets } from "./assets/Assets.ts"
import { embeddedAssets } from "./assets/EmbeddedAssets.ts"
import { landfallProgram } from "./LandfallProgram.ts"
import { exitCode } from "./terminal/ErrorReport.ts"

const program = Effect.provideService(landfallProgram, Assets, embeddedAssets)

NodeRuntime.runMain(program, { disableErrorReporting: true, teardown: exitCode })
