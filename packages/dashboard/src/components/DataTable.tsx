import type { ReactNode } from "react"
import { SkeletonRows } from "./SkeletonRows.tsx"
import { TableFrame } from "./TableFrame.tsx"

/**
 * A column: its title, what a row shows in it, whether it is a number, must not be wrapped, or names the row by a long word.
 * The buttons of a row state what they do: the title of their column is for screen readers.
 */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  readonly isWhole?: boolean
  readonly isName?: boolean
  readonly isAction?: boolean
  /** Whether a cell has a second line, such as the number of what it names. */
  readonly hasSecondLine?: boolean
}

const classOf = ({
  isNumber = false,
  isWhole = false,
  isName = false,
  isAction = false
}: Pick<Column<never>, "isNumber" | "isWhole" | "isName" | "isAction">) =>
  isNumber ? "number nowrap" : isWhole ? "nowrap" : isAction ? "action" : isName ? "name" : undefined

interface DataTableProps<Row> {
  readonly columns: ReadonlyArray<Column<Row>>
  /** Undefined while they are loaded. */
  readonly rows: ReadonlyArray<Row> | undefined
  readonly keyOf: (row: Row) => string
  /** Whether a row is the subject of the rest of the screen. */
  readonly isCurrent?: (row: Row) => boolean
  /** A caption for screen readers, where the table has no title above it. */
  readonly label?: string
  /** The rows to reserve space for while loading. */
  readonly expected?: number
  /** Whether loading the rows has failed. */
  readonly hasFailed?: boolean
}

/** A table of rows that become cards on a narrow screen. */
export const DataTable = <Row,>({
  columns,
  rows,
  keyOf,
  isCurrent,
  label,
  expected = 3,
  hasFailed = false
}: DataTableProps<Row>) =>
  // The reason is shown above: a head without rows would look like an empty list.
  rows === undefined && hasFailed ? null : (
    <TableFrame>
      <table
        className="table"
        data-narrow="cards"
        aria-busy={rows === undefined}
        {...(label === undefined ? {} : { "aria-label": label })}
      >
        <thead>
          <tr>
            {columns.map(({ title, isNumber = false, isAction = false }) => (
              <th key={title} scope="col" className={isNumber ? "number" : undefined}>
                {isAction ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows rows={expected} columns={columns} />
          ) : (
            rows.map((row) => (
              <tr key={keyOf(row)} aria-current={isCurrent?.(row) === true ? "true" : undefined}>
                {columns.map((column) => (
                  <td
                    key={column.title}
                    data-label={column.isAction === true ? undefined : column.title}
                    className={classOf(column)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </TableFrame>
  )
