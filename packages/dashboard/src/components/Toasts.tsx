import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react"

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
  const region = useMemo(
    () => (
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, text }) => (
          <div key={id} className="toast">
            {text}
          </div>
        ))}
      </div>
    ),
    [toasts]
  )
  return (
    <ToastContext.Provider value={show}>
      {children}
      {region}
    </ToastContext.Provider>
  )
}
