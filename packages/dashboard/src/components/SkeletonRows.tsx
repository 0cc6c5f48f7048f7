import { Skeleton } from "./Feedback.tsx"

interface SkeletonColumn {
  readonly title: string
  readonly isAction?: boolean
  /** Whether a cell has a second line. */
  readonly hasSecondLine?: boolean
}

interface SkeletonRowsProps {
  readonly rows: number
  readonly columns: ReadonlyArray<SkeletonColumn>
}

/** Rows of a table while its data is loaded, as high as they will be. */
export const SkeletonRows = ({ rows, columns }: SkeletonRowsProps) =>
  Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {columns.map(({ title, isAction = false, hasSecondLine = false }, column) => (
        <td key={title} data-label={isAction ? undefined : title}>
          <span className="skeleton-lines">
            <Skeleton width={column === 0 ? "80%" : "60%"} />
            {hasSecondLine ? <Skeleton width="40%" /> : null}
          </span>
        </td>
      ))}
    </tr>
  ))
