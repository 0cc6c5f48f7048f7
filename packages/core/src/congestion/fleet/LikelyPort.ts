import type { Unlocode } from "../../geo/Unlocode.ts"
import type { StaticProfile } from "../detection/StaticProfile.ts"

/** The fewest of its last calls at one of the ports that make it likely that a vessel sails there again. Chosen here. */
export const MIN_LIKELY_CALLS = 2

/** A name of fewer letters is not searched in a destination, because it occurs in others. */
const MIN_NAME_LETTERS = 4

const lettersOf = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/gu, "")

/** The last port of a destination such as "JP YOK > US LGB" or "NLRTM/BEANR". */
const finalDestination = (destination: string): string => lettersOf(destination.split(/>|\bTO\b|\//iu).at(-1) ?? "")

/** The names of ports in destinations. */
export interface PortNaming {
  readonly names: ReadonlyMap<string, string>
  /** Codes that stand for the port of another code. */
  readonly aliases: ReadonlyMap<string, string>
}

export const NO_NAMING: PortNaming = { names: new Map(), aliases: new Map() }

const isDestination = (final: string, port: Unlocode, { names, aliases }: PortNaming): boolean => {
  const code = final.slice(0, 5)
  const name = lettersOf(names.get(port) ?? "")
  return (aliases.get(code) ?? code) === port || (name.length >= MIN_NAME_LETTERS && final.includes(name))
}

const onlyOne = (ports: ReadonlyArray<Unlocode>): Unlocode | undefined => (ports.length === 1 ? ports[0] : undefined)

/**
 * The port to which a vessel at a shared anchorage probably sails, of those that share it: the one that its
 * destination names, by its code, an alias or its name; else the only one among its last calls, where at least
 * `MIN_LIKELY_CALLS` of them were; else the only one that serves its type.
 */
export const likelyPort = (
  { destination, lastPorts }: Pick<StaticProfile, "destination" | "lastPorts">,
  ports: ReadonlyArray<Unlocode>,
  naming: PortNaming,
  serves: (port: Unlocode) => boolean
): Unlocode | undefined => {
  // A destination that names none of them leaves the port unknown.
  const final = destination === null ? "" : finalDestination(destination)
  const named = onlyOne(ports.filter((port) => isDestination(final, port, naming)))
  if (named !== undefined) return named
  const candidates = lastPorts.filter((port) => ports.includes(port))
  const [last] = candidates
  if (last !== undefined && candidates.length >= MIN_LIKELY_CALLS && candidates.every((port) => port === last))
    return last
  return onlyOne(ports.filter(serves))
}
