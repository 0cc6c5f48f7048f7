/** The content codings of responses, the preferred one first. */
export const CONTENT_CODINGS = ["br", "gzip"] as const
export type ContentCoding = (typeof CONTENT_CODINGS)[number]

/** A coding, or `*`, with its weight (RFC 9110 sections 12.4.2 and 12.5.3). */
const MEMBER = /^([!#$%&'*+.^_`|~0-9a-z-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/

/** The weight of each coding that a client names; undefined when the header is malformed. */
const parseWeights = (acceptEncoding: string): ReadonlyMap<string, number> | undefined => {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const member = part.trim()
    if (member === "") continue
    const [, name, weight = "1"] = MEMBER.exec(member) ?? []
    if (name === undefined) return undefined
    weights.set(name, Number(weight))
  }
  return weights
}

/**
 * The coding of a response to a client that accepts these (RFC 9110 section 12.5.3): of those with the highest weight, the
 * one that the server prefers. Undefined when the response is sent as it is: the client does not accept the codings of the
 * server, it prefers no coding, or its header is malformed. A client that accepts neither a coding of the server nor none
 * gets the response as it is too, which section 12.4.1 allows.
 */
export const preferredCoding = (acceptEncoding: string | undefined): ContentCoding | undefined => {
  const weights = acceptEncoding === undefined ? undefined : parseWeights(acceptEncoding)
  if (weights === undefined) return undefined
  const others = weights.get("*") ?? 0
  let preferred: ContentCoding | undefined
  // A response without a coding is always possible. It has a weight only where the client states one.
  let most = weights.get("identity") ?? 0
  for (const coding of CONTENT_CODINGS) {
    const weight = weights.get(coding) ?? others
    if (weight > 0 && (preferred === undefined ? weight >= most : weight > most)) {
      preferred = coding
      most = weight
    }
  }
  return preferred
}
