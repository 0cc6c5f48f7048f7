/** Hides secrets in a text. */
export type SecretMask = (text: string) => string

/** Forms of secrets that stand out in any text: signing secrets, API keys, credentials of a header, passwords of URLs. */
const PATTERNS: ReadonlyArray<readonly [pattern: RegExp, shown: string]> = [
  [/\bwhsec_[A-Za-z0-9+/=_-]+/g, "whsec_(hidden)"],
  [/\blf_[A-Za-z0-9_-]{16,}/g, "lf_(hidden)"],
  [/\b(Bearer|Basic) +[A-Za-z0-9+/=._~-]+/gi, "$1 (hidden)"],
  [/(\w:\/\/[^\s/:?#@]*):[^\s/]*@/g, "$1:(hidden)@"],
  [/([?&]password=)[^&\s]*/gi, "$1(hidden)"]
]

/** Shorter texts can be ordinary words. */
const MIN_SECRET_LENGTH = 6

/** A mask to which secrets can be added while a process runs. */
export interface ExtensibleMask {
  readonly mask: SecretMask
  /** Hides these secrets too. Secrets are never removed: texts can still quote a former one. */
  readonly addSecrets: (secrets: ReadonlyArray<string>) => void
}

/**
 * Makes the mask of a process: it hides the given secrets and texts in the form of a secret, wherever they occur. Logs
 * and traces contain none by construction; the mask is for texts from outside, such as the error of a database.
 */
export const makeExtensibleMask = (secrets: ReadonlyArray<string>): ExtensibleMask => {
  let maskedTexts: ReadonlyArray<string> = []
  const addSecrets = (added: ReadonlyArray<string>): void => {
    maskedTexts = [...new Set([...maskedTexts, ...added])]
      .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
      .toSorted((one, other) => other.length - one.length)
  }
  addSecrets(secrets)
  return {
    addSecrets,
    mask: (text) =>
      PATTERNS.reduce(
        (masked, [pattern, replacement]) => masked.replace(pattern, replacement),
        maskedTexts.reduce((masked, secret) => masked.replaceAll(secret, "(hidden)"), text)
      )
  }
}

/** The mask of a process whose secrets do not change, as `makeExtensibleMask`. */
export const makeSecretMask = (secrets: ReadonlyArray<string>): SecretMask => makeExtensibleMask(secrets).mask
