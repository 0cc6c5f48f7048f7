/** The least distance from the edge of the window, in pixels. */
const MARGIN = 8
const GAP = 4
/** A list that is lower than this opens above its button where there is more room. In pixels. */
const LEAST_HEIGHT = 200

/** Places a fixed element below another one, or above it where the window ends; it is at least as wide, and scrolls. */
export const placeBelow = (anchor: HTMLElement, shown: HTMLElement): void => {
  const { top, bottom, left, width } = anchor.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const [above, below] = [top - GAP - MARGIN, clientHeight - bottom - GAP - MARGIN]
  const isAbove = below < Math.min(LEAST_HEIGHT, shown.scrollHeight) && above > below
  const { style } = shown
  style.minWidth = `${width}px`
  style.maxWidth = `${clientWidth - 2 * MARGIN}px`
  style.setProperty("--room", `${isAbove ? above : below}px`)
  style.left = `${Math.max(MARGIN, Math.min(left, clientWidth - MARGIN - shown.offsetWidth))}px`
  style.top = isAbove ? "auto" : `${bottom + GAP}px`
  style.bottom = isAbove ? `${clientHeight - top + GAP}px` : "auto"
}
