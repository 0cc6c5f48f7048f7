import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../../client/Client.ts"
import { sessionQuery } from "../../client/Session.ts"
import { DataTable } from "../../components/DataTable.tsx"
import { ConfirmDialog } from "../../components/Dialog.tsx"
import { ErrorNote, Note, Status } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Id } from "../../components/Id.tsx"
import { Card, Facts } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { useToast } from "../../components/Toasts.tsx"
import { messages } from "../../text/messages.ts"
import { type ApiKey, keysQuery } from "./AccountQueries.ts"
import { CreateKeyDialog } from "./CreateKeyDialog.tsx"

const texts = messages.account.keys

const TONES = { valid: "good", expired: "idle", revoked: "idle" } as const

const RevokeDialog = ({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) => {
  const queryClient = useQueryClient()
  const toast = useToast()
  const revoke = async () => {
    await client.apiKeys.revoke({ params: { id: apiKey.id } })
    // The session ends with its key: the next request leads to the sign-in.
    await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
    toast(texts.revoked(apiKey.name))
  }
  return (
    <ConfirmDialog
      title={texts.revokeTitle(apiKey.name)}
      action={texts.revoke}
      variant="danger"
      isOpen
      onClose={onClose}
      onConfirm={revoke}
    >
      <p>{texts.revokeBody}</p>
      {apiKey.current ? <Note tone="warn">{texts.revokeCurrent}</Note> : null}
    </ConfirmDialog>
  )
}

/** The API keys of the account: created, shown once, and revoked here. */
export const KeysCard = () => {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data, error, refetch } = useQuery(keysQuery)
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  return (
    <Card
      title={texts.title}
      actions={
        <Button size="small" variant="primary" onPress={() => setCreating(true)}>
          {texts.create}
        </Button>
      }
    >
      <div className="stack">
        <Facts
          items={[
            [
              texts.account,
              <span key="account" className="row">
                <span className="break">{session.account.name}</span>
                <Id value={session.account.id} />
              </span>
            ],
            [texts.plan, texts.plans[session.account.plan]]
          ]}
        />
        {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        <DataTable
          label={texts.title}
          rows={data?.data}
          keyOf={({ id }) => id}
          expected={2}
          hasFailed={error !== null}
          columns={[
            {
              title: texts.name,
              cell: ({ name, prefix, current }) => (
                <span className="stack-tight">
                  <span className="break">
                    {name} {current ? <span className="small muted">{texts.current}</span> : null}
                  </span>
                  <code className="small muted">{prefix === null ? "" : `${prefix}…`}</code>
                </span>
              )
            },
            { title: texts.state, cell: ({ state }) => <Status tone={TONES[state]}>{texts.states[state]}</Status> },
            { title: texts.created, cell: ({ createdAt }) => <Time at={createdAt} form="date" /> },
            {
              title: texts.lastUsed,
              cell: ({ lastUsedAt }) => (lastUsedAt === null ? messages.common.never : <Time at={lastUsedAt} />)
            },
            {
              title: texts.expires,
              cell: ({ expiresAt }) =>
                expiresAt === null ? messages.common.never : <Time at={expiresAt} form="date" />
            },
            {
              title: texts.networks,
              cell: ({ allowedNetworks }) =>
                allowedNetworks.length === 0 ? (
                  texts.everywhere
                ) : (
                  <span className="break">{allowedNetworks.join(", ")}</span>
                )
            },
            {
              title: texts.actions,
              isAction: true,
              cell: (key) =>
                key.state === "valid" ? (
                  <Button size="small" aria-label={texts.revokeOf(key.name)} onPress={() => setRevoking(key)}>
                    {texts.revoke}
                  </Button>
                ) : null
            }
          ]}
        />
      </div>
      <CreateKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
      {revoking === undefined ? null : <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Card>
  )
}
