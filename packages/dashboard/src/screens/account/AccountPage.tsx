import { Page } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { CreditFigures, OperationsCard, PeriodsCard } from "./CreditsCards.tsx"
import { KeysCard } from "./KeysCard.tsx"
import { MonthsCard } from "./MonthsCard.tsx"
import { LimitsCard, TariffCard } from "./RulesCards.tsx"

const texts = messages.account

/** The credits, the calls and the limits of the account. */
export const AccountPage = () => (
  <Page title={texts.title} subtitle={texts.subtitle}>
    <div className="stack">
      <CreditFigures />
      <MonthsCard />
      <OperationsCard />
      <KeysCard />
      <PeriodsCard />
      <TariffCard />
      <LimitsCard />
    </div>
  </Page>
)
