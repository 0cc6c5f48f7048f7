/** A text from outside without the control characters that could change a terminal; each is replaced by U+FFFD. */
export const printableText = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD")

/** As `printableText`, for a text of several lines. */
export const printableLines = (text: string): string => text.split("\n").map(printableText).join("\n")
