import { useCallback, useEffect, useEffectEvent, useState } from "react"

/** An element this close to the window, in pixels, counts as near, so that it is loaded before a person reaches it. */
const MARGIN = 300

const isNearNow = (element: HTMLElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return top < innerHeight + MARGIN && bottom > -MARGIN
}

/**
 * Whether an element has come near the window: elements far below are loaded later. It stays true. `onNear` is called
 * when it becomes so.
 */
export const useNear = (onNear?: () => void) => {
  const [isNear, setNear] = useState(false)
  const report = useEffectEvent(() => onNear?.())
  useEffect(() => {
    if (isNear) report()
  }, [isNear])
  const place = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    // An observer reports after a frame: elements that are visible at first would be loaded later than necessary.
    if (isNearNow(element)) {
      setNear(true)
      return undefined
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: `${MARGIN}px 0px` }
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, isNear }
}
