import { Duration, Effect } from "effect"
import { ByteBudget } from "../shares/ByteBudget.ts"

/**
 * The bodies of one holder that wait at the same time, unread: 64 KiB each. Clients that send small bodies in chunks,
 * without their length, reserve the limit of the path for each, so that many of them wait for a short time.
 */
const MAX_WAITING = 128
/** The longest wait of a body; it is rejected then. */
const MAX_WAIT = Duration.seconds(30)

/** A body that waits before it is read. */
interface WaitingBody {
  readonly holder: string
  readonly bytes: number
  readonly start: () => void
}

/**
 * The memory for the bodies of requests that a server holds at the same time, in bytes. Holders share it; a body that finds no room
 * waits unread, in the buffers of its connection.
 */
export const makeBodyMemory = (capacity: number) => {
  const budget = new ByteBudget<string>(capacity)
  const waiting = new Set<WaitingBody>()

  /** Starts every waiting body for which there is room, those of holders with the least bytes first. */
  const startWaiting = (): void => {
    const inOrder = [...waiting].sort((a, b) => budget.heldBy(a.holder) - budget.heldBy(b.holder))
    for (const body of inOrder) {
      if (!budget.reserve(body.holder, body.bytes)) continue
      waiting.delete(body)
      body.start()
    }
  }

  const countWaiting = (holder: string): number => {
    let count = 0
    for (const body of waiting) if (body.holder === holder) count++
    return count
  }

  /**
   * Runs an effect while a body has its room, and waits for the room first. Runs `full` when there is none in time, or when
   * too many bodies of the holder wait.
   */
  const use = <A, E, R, A2, E2, R2>(
    holder: string,
    bytes: number,
    effect: Effect.Effect<A, E, R>,
    full: Effect.Effect<A2, E2, R2>
  ): Effect.Effect<A | A2, E | E2, R | R2> =>
    Effect.suspend(() => {
      let held = budget.reserve(holder, bytes)
      const leave = Effect.sync(() => {
        if (!held) return
        budget.release(holder, bytes)
        if (waiting.size > 0) startWaiting()
      })
      if (held) return Effect.ensuring(effect, leave)
      if (countWaiting(holder) >= MAX_WAITING) return full
      const room = Effect.callback<boolean>((resume) => {
        const start = () => {
          held = true
          resume(Effect.succeed(true))
        }
        const body = { holder, bytes, start }
        waiting.add(body)
        return Effect.sync(() => void waiting.delete(body))
      })
      const inTime = Effect.timeoutOrElse(room, { duration: MAX_WAIT, orElse: () => Effect.succeed(false) })
      return Effect.ensuring(
        Effect.flatMap(inTime, (hasRoom): Effect.Effect<A | A2, E | E2, R | R2> => (hasRoom ? effect : full)),
        leave
      )
    })

  return { use }
}
