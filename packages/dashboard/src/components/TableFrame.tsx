import { type ReactNode, useEffect, useRef, useState } from "react"

/** The frame of a table. While the table is wider than its frame, the frame scrolls and can be reached by keyboard. */
export const TableFrame = ({ children }: { readonly children: ReactNode }) => {
  const frame = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)

  useEffect(() => {
    const { current } = frame
    if (current === null) return
    const observer = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth))
    for (const element of [current, ...current.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <div className="table-wrap" ref={frame} {...(scrolls ? { tabIndex: 0 } : {})}>
      {children}
    </div>
  )
}
