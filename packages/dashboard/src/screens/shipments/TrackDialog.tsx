import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { client } from "../../client/Client.ts"
import { ConfirmDialog } from "../../components/Dialog.tsx"
import { ErrorNote } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Choice } from "../../components/form/Choice.tsx"
import { TextField } from "../../components/form/Field.tsx"
import { useToast } from "../../components/Toasts.tsx"
import { messages } from "../../text/messages.ts"
import { sealinesQuery } from "./ShipmentQueries.ts"

const texts = messages.shipments.track

interface DialogState {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const Fields = ({ isOpen, onClose }: DialogState) => {
  const [number, setNumber] = useState("")
  const [sealine, setSealine] = useState("")
  const [reference, setReference] = useState("")
  const { data: sealines, error, refetch } = useQuery({ ...sealinesQuery, enabled: isOpen })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()

  const track = async () => {
    const shipment = await client.shipments.track({
      payload: {
        number: number.trim(),
        ...(sealine === "" ? {} : { sealine }),
        ...(reference.trim() === "" ? {} : { reference: reference.trim() })
      }
    })
    await queryClient.invalidateQueries({ queryKey: ["shipments"] })
    toast(texts.done(shipment.number))
    await navigate({ to: "/shipments/$id", params: { id: shipment.id } })
  }

  return (
    <ConfirmDialog
      title={texts.title}
      action={texts.action}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={track}
      isDisabled={number.trim() === ""}
    >
      <TextField label={texts.number} hint={texts.numberHint} value={number} onChange={setNumber} mono autoFocus />
      <Choice
        label={texts.sealine}
        value={sealine}
        options={[
          { value: "", label: texts.auto },
          ...(sealines?.data ?? []).map(({ scac, name }) => ({ value: scac, label: `${name} (${scac})` }))
        ]}
        onChange={setSealine}
      />
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      <TextField label={texts.reference} hint={texts.referenceHint} value={reference} onChange={setReference} />
    </ConfirmDialog>
  )
}

/** Tracks a container, a booking or a bill of lading, and opens it. */
export const TrackButton = ({ variant = "primary" }: { readonly variant?: "primary" | "default" }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} onPress={() => setOpen(true)}>
        {texts.open}
      </Button>
      <Fields key={String(isOpen)} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
