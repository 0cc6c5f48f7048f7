import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../../client/Client.ts"
import { Code } from "../../components/Code.tsx"
import { Dialog } from "../../components/Dialog.tsx"
import { ErrorNote, Note } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Choice } from "../../components/form/Choice.tsx"
import { TextField } from "../../components/form/Field.tsx"
import { messages } from "../../text/messages.ts"
import { keysQuery } from "./AccountQueries.ts"

const texts = messages.account.keys

const DAY_MILLIS = 86_400_000
const LIFETIMES = { never: undefined, month: 30, quarter: 90, year: 365 } as const
type Lifetime = keyof typeof LIFETIMES
const LIFETIME_NAMES: ReadonlyArray<Lifetime> = ["never", "month", "quarter", "year"]

interface CreateKeyDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Creates an API key, and shows it once. */
export const CreateKeyDialog = ({ isOpen, onClose }: CreateKeyDialogProps) => {
  const queryClient = useQueryClient()
  const [name, setName] = useState("")
  const [lifetime, setLifetime] = useState<Lifetime>("never")
  const [networks, setNetworks] = useState("")
  const [secret, setSecret] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const isMissing = name.trim() === ""
  const [isChecked, setChecked] = useState(false)

  const close = () => {
    setName("")
    setLifetime("never")
    setNetworks("")
    setSecret(undefined)
    setError(undefined)
    setChecked(false)
    onClose()
  }
  const create = () => {
    const days = LIFETIMES[lifetime]
    const allowed = networks.split(/[\s,]+/).filter((text) => text !== "")
    setPending(true)
    setError(undefined)
    client.apiKeys
      .create({
        payload: {
          name: name.trim(),
          ...(days === undefined ? {} : { expiresAt: new Date(Date.now() + days * DAY_MILLIS).toISOString() }),
          ...(allowed.length === 0 ? {} : { allowedNetworks: allowed })
        }
      })
      .then((created) => {
        setSecret(created.secret)
        return queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
      }, setError)
      .finally(() => setPending(false))
  }
  return (
    <Dialog
      title={secret === undefined ? texts.create : texts.createdTitle}
      isOpen={isOpen}
      onClose={close}
      hasClose={false}
    >
      {secret === undefined ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            setChecked(true)
            if (!isMissing && !isPending) create()
          }}
        >
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            value={name}
            onChange={setName}
            fault={isChecked && isMissing ? texts.nameMissing : undefined}
            autoFocus
          />
          <Choice
            label={texts.expires}
            value={lifetime}
            options={LIFETIME_NAMES.map((value) => ({ value, label: texts.lifetimes[value] }))}
            onChange={setLifetime}
          />
          <TextField
            label={texts.networks}
            hint={texts.networksHint}
            value={networks}
            onChange={setNetworks}
            rows={2}
            mono
          />
          {error === undefined ? null : <ErrorNote error={error} />}
          <div className="dialog-foot">
            <Button onPress={close}>{messages.common.cancel}</Button>
            <Button type="submit" variant="primary" isPending={isPending}>
              {texts.create}
            </Button>
          </div>
        </form>
      ) : (
        <div className="stack">
          <Note tone="warn">{texts.once}</Note>
          <Code label={texts.secret} text={secret} wrap />
          <div className="dialog-foot">
            <Button variant="primary" onPress={close}>
              {texts.stored}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
