import { Fragment } from "react"

/** An event type that continues after a dot where it does not fit into a line. */
export const EventTypeText = ({ type }: { readonly type: string }) =>
  type.split(/(?<=\.)/).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ))

/** An event type as code. */
export const EventType = ({ type }: { readonly type: string }) => (
  <code className="break">
    <EventTypeText type={type} />
  </code>
)
