import { Empty } from "../../components/Feedback.tsx"
import { ButtonLink } from "../../components/form/Button.tsx"

interface NoAlertsProps {
  readonly texts: { readonly title: string; readonly body: string; readonly action: string }
}

/** A list that is empty until an alert is set up: its purpose, and the link to the set-up. */
export const NoAlerts = ({ texts: { title, body, action } }: NoAlertsProps) => (
  <Empty
    title={title}
    action={
      <ButtonLink to="/alerts/new" variant="primary">
        {action}
      </ButtonLink>
    }
  >
    {body}
  </Empty>
)
