import { retryNow, useConnection } from "../client/Connection.ts"
import { Button } from "../components/form/Button.tsx"
import { useSecondsUntil } from "../components/useSecondsUntil.ts"
import { messages } from "../text/messages.ts"

const texts = messages.shell.connection

/** The seconds until an instant, counted down. */
const Countdown = ({ until }: { readonly until: number }) => texts.retryIn(Math.max(1, useSecondsUntil(until)))

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
