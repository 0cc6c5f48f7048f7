import { type RefObject, useCallback, useEffect, useRef, useState } from "react"

const DARK = "(prefers-color-scheme: dark)"

/**
 * Resolves tokens of the design to the colours of the theme in use, for drawings, which have no styles. `theme` changes
 * with the theme, so that the drawing is repeated.
 */
export const useColours = (place: RefObject<HTMLElement | null>) => {
  const [theme, setTheme] = useState(0)
  const known = useRef(new Map<string, string>())

  useEffect(() => {
    const change = () => {
      known.current.clear()
      setTheme((count) => count + 1)
    }
    const query = matchMedia(DARK)
    query.addEventListener("change", change)
    const observer = new MutationObserver(change)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] })
    return () => {
      query.removeEventListener("change", change)
      observer.disconnect()
    }
  }, [])

  const colours = useCallback(
    (token: string): string => {
      const found = known.current.get(token)
      if (found !== undefined) return found
      const parent = place.current
      if (parent === null) return "#888"
      // A colour with a value for each theme is resolved where it is used, not where it is defined.
      const probe = document.createElement("span")
      probe.hidden = true
      probe.style.color = `var(--${token})`
      parent.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      known.current.set(token, color)
      return color
    },
    [place]
  )

  return { colours, theme }
}
