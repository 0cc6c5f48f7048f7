import { formatCount } from "@landfall/core/listing/Count"
import { Console, Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { runDoctor } from "../doctor/Doctor.ts"
import type { Finding } from "../doctor/Finding.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"

/** A check of `landfall doctor` failed; the findings have been printed before. */
export class ChecksFailed extends Schema.TaggedError<ChecksFailed>()("ChecksFailed", { message: Schema.String }) {}

const lineOf = ({ check, fix, message, status }: Finding): string =>
  `${status.padEnd(7)}  ${check}: ${message}${fix === null ? "" : `\n         ${fix}`}`

export const doctorCommand = Command.make(
  "doctor",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const findings = yield* runDoctor
    const count = (status: Finding["status"]) => findings.filter((finding) => finding.status === status).length
    if (json) yield* printJson({ failed: count("failed"), warnings: count("warning"), findings })
    else for (const finding of findings) yield* Console.log(lineOf(finding))
    if (count("failed") > 0) {
      return yield* new ChecksFailed({
        message: `${formatCount(count("failed"), "check")} of ${findings.length} failed; what to do is printed above.`
      })
    }
  })
)
