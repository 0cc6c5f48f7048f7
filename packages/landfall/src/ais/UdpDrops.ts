import { readFile } from "node:fs/promises"
import { Effect } from "effect"

/** The tables of UDP sockets on Linux (`man 5 proc`); other systems have none. */
const SOCKET_TABLES = ["/proc/net/udp", "/proc/net/udp6"]

/** The datagrams that the kernel has dropped on sockets of a local port, from the last column of a socket table. */
export const droppedDatagrams = (table: string, port: number): number =>
  table.split("\n").reduce((sum, line) => {
    const columns = line.trim().split(/\s+/u)
    const localPort = Number.parseInt(columns[1]?.split(":")[1] ?? "", 16)
    const drops = Number(columns.at(-1))
    return localPort === port && Number.isInteger(drops) ? sum + drops : sum
  }, 0)

const readTable = (path: string) =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => readFile(path, "utf8")),
    () => ""
  )

/**
 * The datagrams that the kernel has dropped on a local port since its socket was opened, because they arrived faster
 * than they were read; 0 where the system does not count them.
 */
export const readDroppedDatagrams = (port: number): Effect.Effect<number> =>
  Effect.map(Effect.forEach(SOCKET_TABLES, readTable), (tables) =>
    tables.reduce((sum, table) => sum + droppedDatagrams(table, port), 0)
  )
