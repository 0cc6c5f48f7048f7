/** A private text that another text shows. */
export interface Leak {
  /** The name of the private text. */
  readonly name: string
  /** The text around it. */
  readonly excerpt: string
}

const EXCERPT_BEFORE = 300
const EXCERPT_AFTER = 100

/**
 * The base64 of a text that follows other bytes, without the characters that these and later bytes have a part in. Base64
 * writes three bytes as four characters, so that a text has three forms.
 */
const base64After = (offset: number, text: string): string => {
  const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString("base64")
  const isAligned = (offset + Buffer.byteLength(text)) % 3 === 0
  const end = encoded.replace(/=+$/, "")
  return end.slice(Math.ceil((offset * 8) / 6), isAligned ? undefined : -1)
}

/** The forms in which a text can be written: as it is, in JSON, in a URL, in hex, and in base64 wherever it begins. */
export const writtenForms = (text: string): ReadonlyArray<string> => {
  const base64 = [0, 1, 2].map((offset) => base64After(offset, text))
  const urlSafe = base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))
  const hex = Buffer.from(text).toString("hex")
  const json = JSON.stringify(text).slice(1, -1)
  return [...new Set([text, json, encodeURIComponent(text), hex, hex.toUpperCase(), ...base64, ...urlSafe])]
}

/** The first of the private texts that a text shows, in any form; undefined when it shows none. */
export const findLeak = (text: string, privateTexts: Readonly<Record<string, string>>): Leak | undefined => {
  for (const [name, value] of Object.entries(privateTexts)) {
    for (const form of writtenForms(value)) {
      const at = text.indexOf(form)
      if (at >= 0) return { name, excerpt: text.slice(Math.max(0, at - EXCERPT_BEFORE), at + EXCERPT_AFTER) }
    }
  }
  return undefined
}
