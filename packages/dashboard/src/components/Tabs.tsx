import type { ReactNode } from "react"
import { Tabs as AriaTabs, type Key, Tab, TabList, TabPanel } from "react-aria-components"

interface TabItem {
  readonly name: string
  readonly content: ReactNode
}

interface TabsProps {
  readonly label: string
  readonly items: ReadonlyArray<TabItem>
  /** The name of the tab that is shown, where the screen holds it; the component holds it otherwise. */
  readonly selected?: string
  readonly onSelect?: (name: string) => void
}

/** Contents of which one is shown. */
export const Tabs = ({ label, items, selected, onSelect }: TabsProps) => (
  <AriaTabs
    className="tabs"
    {...(selected === undefined ? {} : { selectedKey: selected })}
    {...(onSelect === undefined ? {} : { onSelectionChange: (key: Key) => onSelect(String(key)) })}
  >
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
