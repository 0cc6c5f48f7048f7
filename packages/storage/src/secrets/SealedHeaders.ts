import type { SecretBox } from "@landfall/core/alerts/delivery/SecretBox"
import { type HiddenHeaders, SentHeaders } from "@landfall/core/alerts/delivery/SentHeaders"
import { Effect, Redacted, Schema } from "effect"

const HeadersText = Schema.fromJsonString(SentHeaders)
const encode = Schema.encodeEffect(HeadersText)
const decode = Schema.decodeEffect(HeadersText)

/** The text that the column `headers` of `endpoint` holds; none when there are no headers. */
export const sealHeaders = Effect.fnUntraced(function* (box: SecretBox["Service"], headers: HiddenHeaders) {
  const plain = Redacted.value(headers)
  return Object.keys(plain).length === 0 ? null : yield* box.seal(Redacted.make(yield* encode(plain)))
})

export const openHeaders = Effect.fnUntraced(function* (box: SecretBox["Service"], sealed: string) {
  const opened: HiddenHeaders = Redacted.make(yield* decode(Redacted.value(yield* box.open(sealed))))
  return opened
})
