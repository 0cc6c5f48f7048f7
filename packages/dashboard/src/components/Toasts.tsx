import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react"
import { useVisiblePart } from "./VisiblePart.ts"

interface Toast {
  readonly id: number
  readonly text: string
}

const SHOWN_MILLIS = 6_000

const ToastContext = createContext<(text: string) => void>(() => undefined)

/** Shows a short message about something that has succeeded. */
export const useToast = () => useContext(ToastContext)

/** Holds the messages of `useToast`, and reads them out. */
export const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([])
  const lastId = useRef(0)
  const show = useCallback((text: string) => {
    lastId.current += 1
    const id = lastId.current
    setToasts((shown) => [...shown, { id, text }])
    setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), SHOWN_MILLIS)
  }, [])
  const visiblePart = useVisiblePart(toasts.at(-1)?.id)
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite" style={visiblePart}>
        {toasts.map(({ id, text }) => (
          <div key={id} className="toast">
            {text}
          </div>
        ))}
      </div>
    </ToastContext.Provider>
  )
}
