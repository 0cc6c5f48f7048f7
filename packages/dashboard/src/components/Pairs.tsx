import { messages } from "../text/messages.ts"
import { Disclosure } from "./Disclosure.tsx"

/** The most pairs that stand beside other facts; the others are shown on request. */
const FIRST_PAIRS = 8

type Pair = readonly [name: string, value: string]

const List = ({ pairs }: { readonly pairs: ReadonlyArray<Pair> }) => (
  <ul>
    {pairs.map(([name, value]) => (
      <li key={name} className="break">
        <code>{name}</code>: {value}
      </li>
    ))}
  </ul>
)

/** Names with their values, such as headers and metadata. */
export const Pairs = ({ pairs }: { readonly pairs: Readonly<Record<string, string>> | null }) => {
  const entries = Object.entries(pairs ?? {})
  if (entries.length === 0) return messages.common.none
  const rest = entries.slice(FIRST_PAIRS)
  return (
    <>
      <List pairs={entries.slice(0, FIRST_PAIRS)} />
      {rest.length === 0 ? null : (
        <Disclosure size="small" summary={messages.common.pairs.more(rest.length)}>
          <List pairs={rest} />
        </Disclosure>
      )}
    </>
  )
}
