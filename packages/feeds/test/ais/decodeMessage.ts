import type { AisMessage } from "../../src/ais/messages/AisMessage.ts"
import { readMessage } from "../../src/ais/nmea/AisDecoder.ts"
import { type Field, sextetsOf } from "./encodeSentences.ts"

/** Decodes a message with these fields. */
export const read = (fields: ReadonlyArray<Field>) => {
  const sextets = Uint8Array.from(sextetsOf(fields))
  return readMessage(sextets, sextets.length)
}

type Of<T, M = AisMessage> = M extends { readonly type: infer K } ? (T extends K ? M : never) : never

const isOf = <T extends AisMessage["type"]>(message: AisMessage, type: T): message is AisMessage & Of<T> =>
  message.type === type

/** Decodes a message with these fields, which must be of the given type. */
export const readAs = <T extends AisMessage["type"]>(type: T, fields: ReadonlyArray<Field>): AisMessage & Of<T> => {
  const message = read(fields)
  if (typeof message === "string" || !isOf(message, type)) throw new Error(`was read as ${JSON.stringify(message)}`)
  return message
}
