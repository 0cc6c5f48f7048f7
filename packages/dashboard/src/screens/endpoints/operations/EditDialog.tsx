import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../../../client/Client.ts"
import { ConfirmDialog } from "../../../components/Dialog.tsx"
import { Checkbox, TextField } from "../../../components/form/Field.tsx"
import { useToast } from "../../../components/Toasts.tsx"
import { messages } from "../../../text/messages.ts"
import type { Endpoint } from "./EndpointQueries.ts"
import { LabelFields, useLabels } from "./LabelFields.tsx"

const texts = messages.endpointDialogs.edit

interface EditDialogProps {
  readonly endpoint: Endpoint
  readonly isOpen: boolean
  readonly onClose: () => void
}

const isWholeNumber = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most

const Fields = ({ endpoint, isOpen, onClose }: EditDialogProps) => {
  const [url, setUrl] = useState(endpoint.url)
  const [description, setDescription] = useState(endpoint.description ?? "")
  const [rateLimit, setRateLimit] = useState(endpoint.rateLimit === null ? "" : String(endpoint.rateLimit))
  const [threshold, setThreshold] = useState(String(endpoint.dateChangeThresholdHours))
  const [enrolFuture, setEnrolFuture] = useState(endpoint.enrolFuture)
  const labels = useLabels(endpoint)
  const queryClient = useQueryClient()
  const toast = useToast()
  const rateLimitFault = rateLimit === "" || isWholeNumber(rateLimit, 1, 1000) ? undefined : texts.rateLimitFault
  const thresholdFault = isWholeNumber(threshold, 0, 720) ? undefined : texts.thresholdFault

  const save = async () => {
    await client.endpoints.change({
      params: { id: endpoint.id },
      payload: {
        ...(url === endpoint.url ? {} : { url }),
        description: description === "" ? null : description,
        rateLimit: rateLimit === "" ? null : Number(rateLimit),
        dateChangeThresholdHours: Number(threshold),
        enrolFuture,
        ...labels.payload
      }
    })
    await queryClient.invalidateQueries({ queryKey: ["endpoints"] })
    toast(texts.saved)
  }

  return (
    <ConfirmDialog
      title={texts.title}
      action={messages.common.save}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={save}
      isDisabled={rateLimitFault !== undefined || thresholdFault !== undefined || !labels.isValid}
    >
      <TextField label={texts.url} hint={texts.urlHint} type="url" value={url} onChange={setUrl} mono />
      <TextField label={texts.description} hint={texts.descriptionHint} value={description} onChange={setDescription} />
      <TextField
        label={texts.rateLimit}
        hint={texts.rateLimitHint}
        inputMode="numeric"
        value={rateLimit}
        fault={rateLimitFault}
        onChange={setRateLimit}
      />
      <TextField
        label={texts.threshold}
        inputMode="numeric"
        value={threshold}
        fault={thresholdFault}
        onChange={setThreshold}
      />
      <Checkbox isSelected={enrolFuture} onChange={setEnrolFuture}>
        {texts.enrolFuture}
      </Checkbox>
      <LabelFields endpoint={endpoint} labels={labels} />
    </ConfirmDialog>
  )
}

/** Changes the settings of an endpoint. It starts from the stored values each time it is opened. */
export const EditDialog = (props: EditDialogProps) => <Fields key={String(props.isOpen)} {...props} />
