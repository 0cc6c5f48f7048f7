/** The content codings of responses, the preferred one first. */
const CONTENT_CODINGS = ["br", "gzip"] as const
export type ContentCoding = (typeof CONTENT_CODINGS)[number]

const WEIGHT = /;\s*q=([\d.]+)/i

/** The weight of each coding that a client names. */
const weightsIn = (acceptEncoding: string): ReadonlyMap<string, number> =>
  new Map(
    acceptEncoding.split(",").map((entry) => {
      const name = entry.split(";", 1)[0] ?? ""
      return [name.trim().toLowerCase(), Number(WEIGHT.exec(entry)?.[1] ?? 1)]
    })
  )

/**
 * The coding of a response to a client that accepts these (RFC 9110 section 12.5.3); undefined when the response must not be
 * compressed.
 */
export const preferredCoding = (acceptEncoding: string | undefined): ContentCoding | undefined => {
  if (acceptEncoding === undefined) return undefined
  const weights = weightsIn(acceptEncoding)
  return CONTENT_CODINGS.find((coding) => (weights.get(coding) ?? weights.get("*") ?? 0) > 0)
}
