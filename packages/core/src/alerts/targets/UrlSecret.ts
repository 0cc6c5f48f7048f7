import { Option, Redacted } from "effect"

/** Stands for the password in the URL of an endpoint that is stored and shown. */
export const HIDDEN_PASSWORD = "***"

/** A URL without its credentials, and the credentials (`user:password` or a token, percent-encoded as they were given). */
export interface SplitUrl {
  /** The URL that is stored and shown: the password is `***`. */
  readonly url: string
  readonly secret: Option.Option<Redacted.Redacted<string>>
}

const URL_PARTS = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)(.*)$/is

/** The beginning of a URL, its user information, its host with port, and the rest. */
const partsOf = (url: string) => {
  const [, beginning = "", authority = "", rest = ""] = URL_PARTS.exec(url) ?? []
  const at = authority.lastIndexOf("@")
  return {
    beginning,
    userInfo: authority.slice(0, Math.max(at, 0)),
    host: authority.slice(at + 1),
    rest,
    hasUser: at >= 0
  }
}

/** User information as it is shown: the user without the password. A user without a password is a token. */
const shownUser = (userInfo: string): string => {
  const colon = userInfo.indexOf(":")
  return colon < 0 ? HIDDEN_PASSWORD : `${userInfo.slice(0, colon)}:${HIDDEN_PASSWORD}`
}

/** Separates the credentials of a URL from its stored and shown form. */
export const splitUrlSecret = (url: string): SplitUrl => {
  const { beginning, userInfo, host, rest, hasUser } = partsOf(url)
  return hasUser
    ? { url: `${beginning}${shownUser(userInfo)}@${host}${rest}`, secret: Option.some(Redacted.make(userInfo)) }
    : { url, secret: Option.none() }
}

/** Whether a URL has `***` in place of its password, as responses show it. */
export const hasHiddenPassword = (url: string): boolean => {
  const { userInfo } = partsOf(url)
  return userInfo === HIDDEN_PASSWORD || userInfo.endsWith(`:${HIDDEN_PASSWORD}`)
}

/** Whether two URLs as they are shown name the same user at the same server, so that one password belongs to both. */
export const isSameLogin = (url: string, other: string): boolean => {
  const loginOf = (text: string) => {
    const { beginning, userInfo, host } = partsOf(text)
    return `${beginning.toLowerCase()}${userInfo}@${host.toLowerCase()}`
  }
  return loginOf(url) === loginOf(other)
}

/** The user and the password of user information, decoded. A token is a user without a password. */
export const credentialsOf = (
  secret: Redacted.Redacted<string>
): { readonly user: string; readonly password: string | undefined } => {
  const userInfo = Redacted.value(secret)
  const colon = userInfo.indexOf(":")
  return colon < 0
    ? { user: decodeURIComponent(userInfo), password: undefined }
    : { user: decodeURIComponent(userInfo.slice(0, colon)), password: decodeURIComponent(userInfo.slice(colon + 1)) }
}
