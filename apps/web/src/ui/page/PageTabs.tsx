import { Tabs, type TabsProps } from 'antd'

/**
 * Tabs that scroll where there is no room for all of them, by wheel, touch and arrow keys. The menu that Ant Design has for
 * those out of sight is left out, as on phones: its button would stand in the list of tabs, which may hold tabs alone.
 */
export function PageTabs(props: TabsProps) {
  return <Tabs {...props} renderTabBar={(bar, TabBar) => <TabBar {...bar} mobile />} />
}
