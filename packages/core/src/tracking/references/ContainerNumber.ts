import { Schema } from "effect"

/** Four letters, the fourth the equipment category, and seven digits, the last the check digit. */
const CONTAINER_PATTERN = /^[A-Z]{3}[UJZ]\d{7}$/

/** The values of A to Z count up from 10 and skip every multiple of 11 (ISO 6346:2022, annex A). */
const letterValue = (letter: string): number => {
  const index = letter.charCodeAt(0) - 65
  return 10 + index + Math.floor((index + 9) / 10)
}

/**
 * The check digit of an owner code, category and serial number: ten characters, upper case. Each value times two to the
 * power of its position, the sum modulo 11, and 10 counts as 0 (ISO 6346:2022, annex A).
 */
export const checkDigit = (ownerAndSerial: string): number => {
  let sum = 0
  for (let position = 0; position < 10; position++) {
    const character = ownerAndSerial.charAt(position)
    const value = character >= "A" ? letterValue(character) : Number(character)
    sum += value * 2 ** position
  }
  return (sum % 11) % 10
}

/** Normalises a number as people write it: upper case, without blanks, dashes and dots. */
export const normaliseNumber = (text: string): string => text.replaceAll(/[\s\-‐‑–.]/g, "").toUpperCase()

/** Whether a normalised number has the form of a container number, whatever its check digit. */
export const hasContainerForm = (number: string): boolean => CONTAINER_PATTERN.test(number)

/** Why a normalised number is not a container number; undefined when it is one. */
export const containerFault = (number: string): string | undefined => {
  if (CONTAINER_PATTERN.test(number)) {
    const expected = checkDigit(number)
    const lastDigit = number.charAt(10)
    if (lastDigit === String(expected)) return undefined
    return `must end with the check digit ${expected} (ISO 6346), as ${number.slice(0, 10)}${expected} does`
  }
  if (/^[A-Z]{3}[UJZ]\d{6}$/.test(number)) {
    return `must end with the check digit ${checkDigit(number)} (ISO 6346), as ${number}${checkDigit(number)} does`
  }
  if (/^[A-Z]{4}\d{7}$/.test(number)) {
    return `must have U, J or Z as its fourth letter, not ${number.charAt(3)}`
  }
  return "must be a container number: four letters, the fourth of them U, J or Z, and seven digits, such as MSCU1234566"
}

/** An ISO 6346 container number with a correct check digit, such as `CSQU3054383`. Eleven characters, upper case. */
export const ContainerNumber = Schema.String.pipe(
  Schema.check(Schema.makeFilter(containerFault)),
  Schema.brand("ContainerNumber")
)
export type ContainerNumber = typeof ContainerNumber.Type

/** The demo container. No real container has this number. It is recognised before any validation. */
export const DEMO_CONTAINER = "ZZZZ0000000"

/** Whether a number is that of the demo container. */
export const isDemoContainer = (number: string): boolean => number === DEMO_CONTAINER
