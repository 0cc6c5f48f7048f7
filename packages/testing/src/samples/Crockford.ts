// Radix 32 uses the letters A to V; Crockford's alphabet omits I, L, O and U.
const crockford = (letter: string): string => "ABCDEFGHJKMNPQRSTVWXYZ".charAt(letter.charCodeAt(0) - 65)

/** A whole number from 0 to 2^53 − 1 in Crockford's base 32, upper case, left-padded with zeros. */
export const toCrockford = (n: number, length: number): string =>
  n.toString(32).toUpperCase().replace(/[A-V]/g, crockford).padStart(length, "0")
