import { useCallback, useState } from "react"

/** What is this close to the window counts as near, so that it is there when a person arrives at it. */
const MARGIN = "300px 0px"

/** Whether an element has come near the window: what is far below need not be loaded before. It stays true. */
export const useNear = () => {
  const [isNear, setNear] = useState(false)
  const place = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: MARGIN }
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, isNear }
}
