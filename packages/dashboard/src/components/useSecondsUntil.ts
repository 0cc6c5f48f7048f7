import { useEffect, useState } from "react"

const secondsUntil = (at: number | null): number => (at === null ? 0 : Math.max(0, Math.ceil((at - Date.now()) / 1000)))

/** The whole seconds until an instant, in milliseconds since the epoch, counted down; 0 once it has passed, and for null. */
export const useSecondsUntil = (at: number | null): number => {
  const [left, setLeft] = useState(() => secondsUntil(at))
  useEffect(() => {
    setLeft(secondsUntil(at))
    if (secondsUntil(at) === 0) return
    const timer = setInterval(() => {
      const seconds = secondsUntil(at)
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [at])
  return left
}
