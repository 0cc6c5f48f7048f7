import { useState } from "react"
import { Button } from "../../../components/form/Button.tsx"
import type { Pair } from "../../../components/form/Pair.ts"
import { PairsField } from "../../../components/form/PairsField.tsx"
import { messages } from "../../../text/messages.ts"
import type { Endpoint } from "./EndpointQueries.ts"
import { headerFaultOf, metadataFaultOf } from "./PairFaults.ts"

const texts = messages.endpointDialogs.edit
const stepTexts = messages.customSetup.endpoint

const recordOf = (pairs: ReadonlyArray<Pair>): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]))

/** The labels and the custom headers of an endpoint while they are edited. Headers are replaced as a whole: their values are hidden. */
export const useLabels = (endpoint: Endpoint) => {
  const [metadata, setMetadata] = useState<ReadonlyArray<Pair>>(() =>
    Object.entries(endpoint.metadata).map(([name, value]) => ({ name, value }))
  )
  const [headers, setHeaders] = useState<ReadonlyArray<Pair>>()
  const metadataFaults = metadata.map((_, index) => metadataFaultOf(metadata, index))
  const headerFaults = headers?.map((_, index) => headerFaultOf(headers, index)) ?? []
  return {
    metadata,
    setMetadata,
    headers,
    setHeaders,
    faultOf: {
      metadata: (index: number) => metadataFaults[index],
      headers: (index: number) => headerFaults[index]
    },
    isValid: [...metadataFaults, ...headerFaults].every((fault) => fault === undefined),
    payload: {
      metadata: recordOf(metadata),
      ...(headers === undefined ? {} : { headers: headers.length === 0 ? null : recordOf(headers) })
    }
  }
}

interface LabelFieldsProps {
  readonly endpoint: Endpoint
  readonly labels: ReturnType<typeof useLabels>
}

/** The labels of an endpoint, and its custom headers once a person replaces them. */
export const LabelFields = ({ endpoint, labels }: LabelFieldsProps) => {
  const names = Object.keys(endpoint.headers ?? {})
  return (
    <>
      <PairsField
        legend={stepTexts.metadata}
        hint={stepTexts.metadataHint}
        pairs={labels.metadata}
        faultOf={labels.faultOf.metadata}
        onChange={labels.setMetadata}
      />
      {names.length > 0 && labels.headers === undefined ? (
        <div className="field">
          <span className="label">{stepTexts.headers}</span>
          <span className="hint">{texts.headersHidden(names)}</span>
          <div>
            <Button size="small" onPress={() => labels.setHeaders(names.map((name) => ({ name, value: "" })))}>
              {texts.replaceHeaders}
            </Button>
          </div>
        </div>
      ) : (
        <PairsField
          legend={stepTexts.headers}
          hint={stepTexts.headersHint}
          pairs={labels.headers ?? []}
          isSecret
          faultOf={labels.faultOf.headers}
          onChange={labels.setHeaders}
        />
      )}
    </>
  )
}
