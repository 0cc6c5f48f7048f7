import { Command } from "effect/cli"
import { demo } from "../demo/Demo.ts"

export const demoCommand = Command.make("demo", {}, () => demo)
