import { CopyButton } from "./Code.tsx"

/** The id of something, which can be copied. */
export const Id = ({ value }: { readonly value: string }) => (
  <span className="row">
    <code className="break">{value}</code>
    <CopyButton text={value} />
  </span>
)
