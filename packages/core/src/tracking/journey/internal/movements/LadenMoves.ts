import { ACTUAL_RANK, isEquipment, isInlandFacility, MAX_OFFSET_MILLIS, type Movement } from "./Movement.ts"

const isAtQuay = (move: Movement | undefined, code: "LOAD" | "DISC", port: string): boolean =>
  move?.code === code && move.mode === "sea" && move.port === port && !move.empty

/**
 * Moves at a port that are reported as EMPTY by mistake, as LADEN ones, where the moves around them show it. A
 * container that is laden at the quay or on board is loaded or discharged laden. One that was picked up empty, gated in
 * and loaded laden was gated in laden; one that was discharged laden, left that port and returned empty, not within
 * hours as from stripping on the quay, left it laden. `movements` are in order of date.
 */
export const withLadenMoves = (movements: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  if (!movements.some(({ empty }) => empty)) return movements
  const moves = movements.filter((movement) => movement.rank === ACTUAL_RANK && isEquipment(movement))
  const corrected = new Map<Movement, Movement>()
  let before: Movement | undefined
  for (const [index, move] of moves.entries()) {
    const { code, empty, mode, place, port } = move
    const after = moves[index + 1]
    const isLaden =
      code === "LOAD" || code === "DISC"
        ? mode === "sea" && before?.laden === true && before.code !== "OUT"
        : !isInlandFacility(place) &&
          (code === "IN"
            ? before?.code === "OUT" && before.empty && isAtQuay(after, "LOAD", port)
            : isAtQuay(before, "DISC", port) &&
              after?.code === "IN" &&
              after.empty &&
              after.at - move.at > MAX_OFFSET_MILLIS)
    before = empty && isLaden ? { ...move, empty: false, laden: true } : move
    if (before !== move) corrected.set(move, before)
  }
  return movements.map((movement) => corrected.get(movement) ?? movement)
}
