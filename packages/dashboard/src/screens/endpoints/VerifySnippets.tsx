import { Code } from "../../components/Code.tsx"
import { Tabs } from "../../components/Tabs.tsx"
import { messages } from "../../text/messages.ts"
import { SNIPPETS } from "./Snippets.ts"

/** How to verify a request, in each language. */
export const VerifySnippets = () => (
  <Tabs
    label={messages.endpointDialogs.verify.title}
    items={SNIPPETS.map(({ language, text }) => ({
      name: language,
      content: <Code text={text} label={language} language="code" />
    }))}
  />
)
