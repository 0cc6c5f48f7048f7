import { Context } from "effect"

/** Whether a person reads standard output; otherwise it is a file or a log. */
export const StandardOutputIsTerminal = Context.Reference<boolean>("@landfall/landfall/StandardOutputIsTerminal", {
  defaultValue: () => process.stdout.isTTY === true
})
