import { type CSSProperties, useEffect, useState } from "react"

/** How much of the page is out of sight above and below, in pixels. */
interface VisiblePart {
  readonly above: number
  readonly below: number
}

const WHOLE: VisiblePart = { above: 0, below: 0 }

/** Less than this is too little for a dialog: it then stands at the edge that is nearest. In pixels. */
const LEAST_HEIGHT = 320

const isFramed = (): boolean => globalThis.parent !== globalThis.self

const partOf = ({ boundingClientRect: page, intersectionRect: seen }: IntersectionObserverEntry): VisiblePart => {
  if (seen.height === 0) return WHOLE
  const [above, below] = [seen.top - page.top, page.bottom - seen.bottom]
  const missing = Math.max(0, LEAST_HEIGHT - seen.height)
  return above > below ? { above: Math.max(0, above - missing), below } : { above, below: Math.max(0, below - missing) }
}

/** Measures the visible part of the page. Returns the function that stops it. */
const measure = (onMeasured: (part: VisiblePart) => void) => {
  const marker = document.createElement("div")
  marker.className = "visible-part"
  document.body.append(marker)
  const stop = () => {
    observer.disconnect()
    marker.remove()
  }
  const observer = new IntersectionObserver(([entry]) => {
    stop()
    if (entry !== undefined) onMeasured(partOf(entry))
  })
  observer.observe(marker)
  return stop
}

/**
 * The style of an overlay, so that it is in the visible part of the page: `--above` and `--below`. A page around this
 * one may show it in a frame that is higher than the window; an `IntersectionObserver` reports what part of the frame
 * is in sight, also to a page of another origin. It is measured when `subject` changes, and not while a person scrolls:
 * an open overlay then scrolls with the page around it. Undefined `subject`: no overlay is open.
 */
export const useVisiblePart = (subject: unknown): CSSProperties => {
  const [part, setPart] = useState<VisiblePart>()
  useEffect(() => {
    if (subject !== undefined && isFramed()) return measure(setPart)
    setPart(undefined)
    return undefined
  }, [subject])
  if (!isFramed()) return {}
  if (part === undefined) return { opacity: 0 }
  return { "--above": `${part.above}px`, "--below": `${part.below}px` } as CSSProperties
}
