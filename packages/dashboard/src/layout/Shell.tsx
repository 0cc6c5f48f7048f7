import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { Link, Outlet, useNavigate, useRouterState } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { MessageStream } from "../client/MessageStream.tsx"
import { sessionQuery, signOut } from "../client/Session.ts"
import { Button } from "../components/form/Button.tsx"
import { messages } from "../text/messages.ts"
import { Icon } from "../theme/Icon.tsx"
import { ConnectionNote } from "./ConnectionNote.tsx"
import { SCREENS } from "./Screens.ts"
import { Shortcuts } from "./Shortcuts.tsx"
import { ThemeChoice } from "./ThemeChoice.tsx"

const texts = messages.shell

export const Brand = () => (
  <Link to="/" className="brand">
    <img src="/dashboard/icon.svg" alt="" />
    {messages.common.product}
  </Link>
)

const NavLinks = () => {
  const groups = [...new Set(SCREENS.map(({ group }) => group))]
  return groups.map((group) => (
    <div key={group}>
      <div className="nav-group">{group}</div>
      <ul>
        {SCREENS.filter((screen) => screen.group === group).map(({ to, title, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="nav-link"
              activeOptions={{ exact: to === "/" }}
              activeProps={{ "aria-current": "page" }}
            >
              <Icon path={icon} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** The frame of every screen with a session. */
export const Shell = () => {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [isMenuOpen, setMenuOpen] = useState(false)

  useEffect(() => setMenuOpen(false), [path])

  const leave = async () => {
    await signOut()
    queryClient.clear()
    await navigate({ to: "/sign-in" })
  }

  return (
    <>
      <a className="skip" href="#content">
        {messages.common.skip}
      </a>
      <div className="shell">
        <header className="topbar">
          <Brand />
          <Button aria-expanded={isMenuOpen} onPress={() => setMenuOpen(!isMenuOpen)}>
            {isMenuOpen ? messages.common.closeMenu : messages.common.menu}
          </Button>
        </header>
        <nav className="nav" data-open={isMenuOpen} aria-label={texts.navigation}>
          <Brand />
          <NavLinks />
          <div className="nav-foot">
            <div className="nav-foot-row">
              <strong className="nav-account" title={session.account.name}>
                {session.account.name}
              </strong>
              <Button size="small" variant="quiet" onPress={() => void leave()}>
                {texts.signOut}
              </Button>
            </div>
            <div className="nav-foot-row">
              <Shortcuts />
              <ThemeChoice />
            </div>
          </div>
        </nav>
        <main className="content" id="content" tabIndex={-1}>
          <MessageStream>
            <Outlet />
          </MessageStream>
          <ConnectionNote />
        </main>
      </div>
    </>
  )
}
