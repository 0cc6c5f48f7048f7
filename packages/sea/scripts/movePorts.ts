/**
 * Moves ports to their positions in `data`, or adds them, without a build of the network. The next build places them on their own
 * approach.
 *
 *     node packages/sea/scripts/movePorts.ts CODE...
 */
import { argv } from "node:process"
import { placePorts } from "./placePorts.ts"

placePorts(argv.slice(2))
