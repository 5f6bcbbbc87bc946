import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { SettingsForm } from '#web/features/settings/SettingsForm.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

export function SettingsPage() {
  const query = useQuery(settingsQuery)
  return (
    <PageFrame
      title="Settings"
      description="They apply to everybody, from the moment they are saved"
      breadcrumbs={<ManageCrumbs />}
    >
      <QueryState query={query}>
        {({ items }) => (
          <Panel label="Settings">
            <SettingsForm settings={items} />
          </Panel>
        )}
      </QueryState>
    </PageFrame>
  )
}
