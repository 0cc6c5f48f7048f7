import { ports } from "./internal/ports.js"
import { type PortTable, unpackPorts } from "./PortTable.ts"

export type { PortTable } from "./PortTable.ts"

/** Unpacks the bundled ports, without the network. */
export const loadPorts = (): PortTable => unpackPorts(ports)
