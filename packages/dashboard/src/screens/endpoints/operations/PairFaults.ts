import type { Pair } from "../../../components/form/Pair.ts"
import { messages } from "../../../text/messages.ts"

const texts = messages.customSetup.endpoint

const MAX_NAME = 40
const MAX_VALUE = 500
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/

const repeatsName = (pairs: ReadonlyArray<Pair>, index: number): boolean =>
  pairs.slice(0, index).some(({ name }) => name.toLowerCase() === pairs[index]?.name.toLowerCase())

/** Why a label of the endpoint is not accepted. */
export const metadataFaultOf = (metadata: ReadonlyArray<Pair>, index: number): string | undefined => {
  const { name = "", value = "" } = metadata[index] ?? {}
  if (name === "") return texts.nameMissing
  if (name.length > MAX_NAME || value.length > MAX_VALUE) return texts.metadataLong
  return metadata.slice(0, index).some((pair) => pair.name === name) ? texts.nameRepeated : undefined
}

/** Why a header is not accepted, as far as its form shows. */
export const headerFaultOf = (headers: ReadonlyArray<Pair>, index: number): string | undefined => {
  const { name = "", value = "" } = headers[index] ?? {}
  if (name === "") return texts.nameMissing
  if (!HEADER_NAME.test(name)) return texts.headerName
  if (repeatsName(headers, index)) return texts.nameRepeated
  return value === "" ? texts.headerValue : undefined
}
