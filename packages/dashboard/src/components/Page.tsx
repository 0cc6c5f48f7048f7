import { Link, type LinkProps } from "@tanstack/react-router"
import { type ReactNode, useEffect } from "react"
import { messages } from "../text/messages.ts"
import { SharedFailures } from "./SharedFailures.tsx"
import type { Tone } from "./Tone.ts"

interface PageProps {
  readonly title: string
  /** How the title is shown, where it is more than a text. */
  readonly heading?: ReactNode
  readonly subtitle?: ReactNode
  /** The way back, above the title. */
  readonly crumb?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A screen: its title, its actions and its content. */
export const Page = ({ title, heading = title, subtitle, crumb, actions, children }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · ${messages.common.product}`
  }, [title])
  return (
    <>
      <div className="page-head">
        <div className="page-head-text">
          {crumb === undefined ? null : <div className="crumb">{crumb}</div>}
          <h1 className="break">{heading}</h1>
          {subtitle === undefined ? null : <div className="muted break">{subtitle}</div>}
        </div>
        {actions === undefined ? null : <div className="actions">{actions}</div>}
      </div>
      <SharedFailures>{children}</SharedFailures>
    </>
  )
}

interface CardProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a screen with a title. */
export const Card = ({ title, actions, children }: CardProps) => (
  <section className="card" aria-label={title}>
    <div className="card-head">
      <h2>{title}</h2>
      {actions === undefined ? null : <div className="actions">{actions}</div>}
    </div>
    {children}
  </section>
)

/** Pairs of a name and a value. */
export const Facts = ({ items }: { readonly items: ReadonlyArray<readonly [name: string, value: ReactNode]> }) => (
  <div className="facts-frame">
    <dl className="facts">
      {items.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  </div>
)

const Fact = ({ name, value }: { readonly name: string; readonly value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)

interface FigureItem {
  readonly name: string
  readonly value: ReactNode
  readonly note?: ReactNode
  /** `bad`: the figure needs attention. */
  readonly tone?: Tone
  /** The page that a press on the figure opens. */
  readonly link?: LinkProps
}

/** A row of figures. */
export const Figures = ({ items }: { readonly items: ReadonlyArray<FigureItem> }) => (
  <dl className="figures">
    {items.map(({ name, value, note, tone, link }) => (
      <div key={name} className="figure" data-tone={tone}>
        <dt>
          {link === undefined ? (
            name
          ) : (
            <Link {...link} className="figure-link">
              {name}
            </Link>
          )}
        </dt>
        <dd>
          {value}
          {note === undefined ? null : <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
)
