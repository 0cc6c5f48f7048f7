import { lazy, Suspense, useState } from "react"
import { client } from "../../client/Client.ts"
import { CopyButton } from "../../components/Code.tsx"
import { ConfirmDialog } from "../../components/Dialog.tsx"
import { ErrorNote } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Card } from "../../components/Page.tsx"
import { useToast } from "../../components/Toasts.tsx"
import { useNear } from "../../components/useNear.ts"
import { messages } from "../../text/messages.ts"

const texts = messages.endpointDialogs.secret
const verify = messages.endpointDialogs.verify

/** Tabs and code are a large part of the page, and below the rest of it. */
const VerifySnippets = lazy(async () => ({ default: (await import("./VerifySnippets.tsx")).VerifySnippets }))

const HIDDEN = "whsec_••••••••••••••••••••••••"

/** The signing secret, requested when it is revealed and discarded when it is hidden, and how to verify with it. */
export const SecretCard = ({ endpointId }: { readonly endpointId: string }) => {
  const [secret, setSecret] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [isRotating, setRotating] = useState(false)
  const { place, isNear } = useNear()
  const toast = useToast()
  const params = { id: endpointId }

  const reveal = () => {
    setError(undefined)
    client.endpoints.secret({ params }).then(({ key }) => setSecret(key), setError)
  }
  const rotate = async () => {
    const { key } = await client.endpoints.rotateSecret({ params })
    setSecret(key)
    toast(texts.rotated)
  }

  return (
    <Card title={texts.title}>
      <div className="stack">
        <p className="muted">{texts.body}</p>
        <div className="spread">
          <code className="break" data-testid="secret">
            {secret ?? HIDDEN}
          </code>
          <div className="actions">
            {secret === undefined ? null : <CopyButton text={secret} />}
            <Button size="small" onPress={() => (secret === undefined ? reveal() : setSecret(undefined))}>
              {secret === undefined ? texts.reveal : texts.hide}
            </Button>
            <Button size="small" onPress={() => setRotating(true)}>
              {texts.rotate}
            </Button>
          </div>
        </div>
        {error === undefined ? null : <ErrorNote error={error} onRetry={reveal} />}
        <h3>{verify.title}</h3>
        <p className="muted">{verify.body}</p>
        <div ref={place} className="snippets-place">
          {isNear ? (
            <Suspense>
              <VerifySnippets />
            </Suspense>
          ) : null}
        </div>
      </div>
      <ConfirmDialog
        title={texts.rotateTitle}
        action={texts.rotate}
        isOpen={isRotating}
        onClose={() => setRotating(false)}
        onConfirm={rotate}
      >
        <p>{texts.rotateBody}</p>
      </ConfirmDialog>
    </Card>
  )
}
