import { useEffect, useState } from "react"
import { retryNow, useConnection } from "../client/Connection.ts"
import { Button } from "../components/form/Button.tsx"
import { messages } from "../text/messages.ts"

const texts = messages.shell.connection

const SECOND_MILLIS = 1_000

/** The seconds until an instant, counted down. */
const Countdown = ({ until }: { readonly until: number }) => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MILLIS)
    return () => clearInterval(timer)
  }, [])
  return texts.retryIn(Math.max(1, Math.ceil((until - now) / SECOND_MILLIS)))
}

/** States on every screen that the server cannot be reached, and when the next attempt begins. */
export const ConnectionNote = () => {
  const { isLost, retryAt } = useConnection()
  if (!isLost) return null
  return (
    <div className="toast connection" data-tone="bad">
      <span role="alert">{texts.lost}</span>
      <span className="row">
        {/* A screen reader announces the loss once, and not each second. */}
        <span className="small muted" aria-live="off">
          {retryAt === null ? texts.retrying : <Countdown until={retryAt} />}
        </span>
        <Button size="small" isPending={retryAt === null} onPress={retryNow}>
          {texts.retryNow}
        </Button>
      </span>
    </div>
  )
}
