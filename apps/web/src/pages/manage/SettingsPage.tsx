import { getSystemSettings, searchSettings } from '@callboard/contract/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingsForm } from '#web/features/settings/SettingsForm.tsx'
import { send } from '#web/lib/api.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'

export function SettingsPage() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => send(searchSettings, { body: { pageSize: 200 } }, signal),
  })
  async function reload() {
    // The frame has name and logo of the system settings.
    void client.invalidateQueries({ queryKey: [getSystemSettings.path] })
    await client.invalidateQueries({ queryKey: ['settings'] })
  }
  return (
    <PageFrame
      title="Settings"
      description="They count for everybody, from the moment they are saved"
      breadcrumbs={<ManageCrumbs />}
    >
      <QueryState query={query}>
        {({ items }) => (
          <Panel label="Settings">
            <SettingsForm settings={items} onChanged={reload} />
          </Panel>
        )}
      </QueryState>
    </PageFrame>
  )
}
