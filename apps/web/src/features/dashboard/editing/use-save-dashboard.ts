import { type Dashboard, deleteDashboard, updateDashboard } from '@callboard/contract/dashboard'
import { useQueryClient } from '@tanstack/react-query'
import { chosenLayout, type ShownLayout } from '#web/features/dashboard/editing/chosen-layout.ts'
import { dashboardQuery } from '#web/features/dashboard/queries.ts'
import { send } from '#web/lib/api/api.ts'

interface SavesDashboard {
  /** Throws `revisionConflict` when it was changed since that revision. */
  save: (layout: ShownLayout, revision: number) => Promise<Dashboard>
  /** Back to what the dashboard was before, unless it has been changed again `since` then. */
  restore: (before: Dashboard, since: Dashboard) => Promise<void>
  /** Gives up one's own choice. */
  giveUp: () => Promise<Dashboard>
  reload: () => Promise<Dashboard>
}

/** Saves what the user's own dashboard shows, and shows it. */
export function useSaveDashboard(): SavesDashboard {
  const client = useQueryClient()
  const { queryKey } = dashboardQuery
  const reload = async () => await client.query({ ...dashboardQuery, staleTime: 0 })
  const giveUp = async () => {
    await send(deleteDashboard, {})
    return await reload()
  }
  const save = async (layout: ShownLayout, revision: number) => {
    const body = { ...chosenLayout(layout), revision }
    const saved = await send(updateDashboard, { body })
    client.setQueryData(queryKey, saved)
    return saved
  }
  return {
    save,
    giveUp,
    reload,
    async restore(before, since) {
      if ((await reload()).revision !== since.revision)
        throw new Error('Your dashboard has changed since then.')
      if (before.source === 'own') await save(before, since.revision)
      else await giveUp()
    },
  }
}
