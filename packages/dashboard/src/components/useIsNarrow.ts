import { useSyncExternalStore } from "react"

/** As wide as a telephone: the breakpoint at which the styles lay out rows in lines. */
const narrow = matchMedia("(max-width: 720px)")

const subscribe = (listener: () => void) => {
  narrow.addEventListener("change", listener)
  return () => narrow.removeEventListener("change", listener)
}

/** Whether the window is narrow; a component that uses it follows its width. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
