import { Fragment } from "react"

/** An event type as code. Where it does not fit into a line, it continues after a dot. */
export const EventType = ({ type }: { readonly type: string }) => (
  <code className="break">
    {type.split(/(?<=\.)/).map((part, index) => (
      <Fragment key={`${index} ${part}`}>
        {index === 0 ? null : <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
)
