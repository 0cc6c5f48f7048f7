import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { Choices } from "../../components/form/Choices.tsx"
import { TextField } from "../../components/form/Field.tsx"
import { messages } from "../../text/messages.ts"
import type { Destination } from "./Destination.ts"
import { rejectionOf, urlCheckQuery, urlFaultOf } from "./SetupQueries.ts"

const texts = messages.alertSetup.url

const WAIT_MILLIS = 400

/** A beginning of a URL that is still being written: its scheme. */
const BEGINNING = /^[a-z][a-z\d+.-]*(?::\/{0,2})?$/i

/** Asks the server about a URL once the person pauses: its rules, its host and the addresses of the host. */
const useUrlCheck = (url: string, isEnabled: boolean) => {
  const [checked, setChecked] = useState(url)
  useEffect(() => {
    const timer = setTimeout(() => setChecked(url), WAIT_MILLIS)
    return () => clearTimeout(timer)
  }, [url])
  const fault = urlFaultOf(url)
  const isPaused = isEnabled && checked === url
  const isChecked = isPaused && fault === undefined
  const { isSuccess, error } = useQuery({ ...urlCheckQuery(url), enabled: isChecked })
  return {
    isAccepted: isChecked && isSuccess,
    isChecking: isEnabled && fault === undefined && !isSuccess && error === null,
    rejection:
      (isChecked ? rejectionOf(error) : undefined) ??
      (isPaused && !BEGINNING.test(url.trim()) && url.trim() !== "" ? fault : undefined)
  }
}

interface DestinationFieldsProps {
  readonly destination: Destination
  /** Why the URL cannot be used, as the person has tried to go on with it. */
  readonly fault: string | undefined
  readonly onChange: (destination: Destination) => void
}

/** The URL that receives alerts, which is checked while it is written; or the receiver that is built in. */
export const DestinationFields = ({ destination, fault, onChange }: DestinationFieldsProps) => {
  const { kind, url } = destination
  const { isAccepted, isChecking, rejection } = useUrlCheck(url, kind === "url")
  return (
    <div className="stack">
      <Choices
        label={texts.label}
        value={kind}
        options={[
          { value: "url", label: texts.own, hint: texts.ownHint },
          { value: "test", label: texts.test, hint: texts.testHint }
        ]}
        onChange={(chosen) => onChange({ ...destination, kind: chosen })}
      />
      {kind === "test" ? null : (
        <TextField
          label="URL"
          hint={
            <span className="url-state" data-tone={isAccepted ? "good" : "idle"} aria-live="polite">
              {isAccepted ? texts.ok : isChecking ? texts.checking : texts.hint}
            </span>
          }
          type="url"
          placeholder={texts.placeholder}
          value={url}
          fault={fault ?? rejection}
          onChange={(text) => onChange({ ...destination, url: text })}
          autoFocus={url === ""}
          mono
        />
      )}
    </div>
  )
}
