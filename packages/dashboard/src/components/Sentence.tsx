import { Fragment, type ReactNode } from "react"

interface SentenceProps {
  /** A text with the names of parts in braces, such as `Since {time}.`: a translation has them in its own order. */
  readonly text: string
  readonly parts: Readonly<Record<string, ReactNode>>
}

/** A sentence of which some parts are more than text, such as an instant with UTC on hover. */
export const Sentence = ({ text, parts }: SentenceProps) =>
  text.split(/\{(\w+)\}/).map((piece, index) => (
    // The pieces have no identity but their place; every second one is the name of a part.
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ))
