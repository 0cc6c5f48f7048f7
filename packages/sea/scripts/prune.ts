import { type Graph, tree } from "./thin.ts"

/**
 * Marks the legs that shortest ways use: from each of `starts` to every one of `ends`. A leg is its half-leg number
 * halved.
 */
export const usedLegs = (
  graph: Graph,
  starts: ReadonlyArray<number>,
  ends: ReadonlyArray<number>,
  used: Uint8Array
): void => {
  const nodes = graph.first.length
  const distance = new Float64Array(nodes)
  const by = new Int32Array(nodes)
  for (const start of starts) {
    tree(graph, start, distance, by)
    for (const end of ends) {
      for (let half = by[end] ?? -1; half >= 0; ) {
        if (used[half >> 1] === 2) break
        used[half >> 1] = 2
        half = by[graph.target[half ^ 1] ?? 0] ?? -1
      }
    }
    // A mark of 2 means "seen for this start": what is behind it is marked too.
    for (let leg = 0; leg < used.length; leg++) if (used[leg] === 2) used[leg] = 1
  }
}
