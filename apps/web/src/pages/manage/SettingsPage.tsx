import type { Setting } from '@callboard/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import { matchingSettings } from '#web/features/settings/matching-settings.ts'
import classes from '#web/features/settings/SettingsPage.module.css'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { SettingSections } from '#web/features/settings/SettingSections.tsx'
import { SettingsForm } from '#web/features/settings/SettingsForm.tsx'
import { useHashTarget } from '#web/features/settings/hash-target.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Box } from '#web/ui/layout.tsx'

export function SettingsPage() {
  const query = useQuery(settingsQuery)
  return (
    <PageFrame
      title="Settings"
      description="Settings apply to all users as soon as they are saved"
      breadcrumbs={<ManageCrumbs />}
    >
      <QueryState query={query}>{({ items }) => <Sections settings={items} />}</QueryState>
    </PageFrame>
  )
}

function Sections({ settings }: { settings: readonly Setting[] }) {
  const location = useLocation()
  const [searched, setSearched] = useState<{ keyword: string | undefined; at: Location }>()
  // Where an address leads may be what the search leaves out.
  const keyword = searched?.at === location ? searched.keyword : undefined
  const shown = useMemo(() => matchingSettings(settings, keyword), [settings, keyword])
  const groups = settings.filter(({ key }) => shown.has(key)).map(({ group }) => group)
  useHashTarget()
  return (
    <div className={classes.page}>
      <SettingSections
        shown={new Set(groups)}
        keyword={keyword}
        onSearch={(found) => setSearched({ keyword: found, at: location })}
      />
      <Box minWidth={0}>
        <Panel label="Settings">
          <SettingsForm settings={settings} shown={shown} />
        </Panel>
      </Box>
    </div>
  )
}
