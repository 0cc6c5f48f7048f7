import { Button, ButtonLink } from "../../components/form/Button.tsx"
import { Card } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { TrackButton } from "../shipments/TrackDialog.tsx"

const texts = messages.start.empty

/** The next steps of an account without shipments. */
export const EmptyStart = ({ onDemo }: { readonly onDemo: () => void }) => (
  <div className="stack">
    <p>{texts.body}</p>
    <div className="steps">
      <Card title={texts.demo.title}>
        <div className="step">
          <p className="muted">{texts.demo.body}</p>
          <Button variant="primary" onPress={onDemo}>
            {texts.demo.action}
          </Button>
        </div>
      </Card>
      <Card title={texts.track.title}>
        <div className="step">
          <p className="muted">{texts.track.body}</p>
          <TrackButton variant="default" />
        </div>
      </Card>
      <Card title={texts.alert.title}>
        <div className="step">
          <p className="muted">{texts.alert.body}</p>
          <ButtonLink to="/alerts/new">{texts.alert.action}</ButtonLink>
        </div>
      </Card>
    </div>
  </div>
)
