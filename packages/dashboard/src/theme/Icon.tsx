/** An icon of one line, drawn on 16 by 16 units in the colour of the text around it. A text beside it states its meaning. */
export const Icon = ({ path, size = 16 }: { readonly path: string; readonly size?: number }) => (
  <svg
    viewBox="0 0 16 16"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)
