import { getSystemSettings, searchSettings, type Setting, settingGroups } from '@callboard/contract/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingGroup } from '#web/features/settings/SettingGroup.tsx'
import classes from '#web/features/settings/settings.module.css'
import { send } from '#web/lib/api.ts'
import { ManageCrumbs } from '#web/ui/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
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
          <div className={classes.groups}>
            {settingGroups.map((group) => (
              <SettingGroup key={group} name={group} settings={ofGroup(items, group)} onChanged={reload} />
            ))}
          </div>
        )}
      </QueryState>
    </PageFrame>
  )
}

function ofGroup(settings: readonly Setting[], group: Setting['group']): Setting[] {
  return settings.filter((setting) => setting.group === group)
}
