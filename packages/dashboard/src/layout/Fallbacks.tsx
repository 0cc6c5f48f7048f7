import { useRouter } from "@tanstack/react-router"
import { Empty, ErrorNote, Skeleton } from "../components/Feedback.tsx"
import { ButtonLink } from "../components/form/Button.tsx"
import { Page } from "../components/Page.tsx"
import { messages } from "../text/messages.ts"

const texts = messages.shell

/** A path that no screen has. */
export const NotFound = () => (
  <Page title={texts.notFound.title}>
    <Empty title={texts.notFound.body} action={<ButtonLink to="/">{texts.notFound.action}</ButtonLink>} />
  </Page>
)

/** A screen that could not be loaded or shown. */
export const FailedScreen = ({ error }: { readonly error: unknown }) => {
  const router = useRouter()
  return (
    <Page title={texts.failed.title}>
      <ErrorNote error={error} onRetry={() => void router.invalidate()} />
    </Page>
  )
}

/** A failure before the frame of the screen is loaded, such as a server that cannot be reached. */
export const FailedPage = ({ error }: { readonly error: unknown }) => (
  <main className="content">
    <FailedScreen error={error} />
  </main>
)

/** A screen whose code is being loaded. */
export const LoadingScreen = () => (
  <div className="stack" aria-busy="true">
    <Skeleton width="12rem" />
    <Skeleton />
    <Skeleton />
    <span className="visually-hidden">{messages.common.loading}</span>
  </div>
)
