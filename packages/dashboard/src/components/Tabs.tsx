import type { ReactNode } from "react"
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components"

interface TabItem {
  readonly name: string
  readonly content: ReactNode
}

/** Contents of which one is shown. */
export const Tabs = ({ label, items }: { readonly label: string; readonly items: ReadonlyArray<TabItem> }) => (
  <AriaTabs className="tabs">
    <TabList className="tab-list" aria-label={label}>
      {items.map(({ name }) => (
        <Tab key={name} id={name} className="tab">
          {name}
        </Tab>
      ))}
    </TabList>
    {items.map(({ name, content }) => (
      <TabPanel key={name} id={name}>
        {content}
      </TabPanel>
    ))}
  </AriaTabs>
)
