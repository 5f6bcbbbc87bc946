import * as endpoints from '@callboard/contract/own-reports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reportUseQuery } from '#web/features/report-view/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { useMessage } from '#web/ui/message.tsx'
import { invalidate } from '#web/records/invalidate.ts'

export interface ReportMarks {
  /** Until they are known, or known to be out of reach. */
  isLoading?: boolean
  isFavourite: (id: string) => boolean
  /** Undefined: never, as far as is known. */
  lastRunAt: (id: string) => string | undefined
  toggleFavourite: (id: string) => void
}

/** The user's favourites and last runs. A star changes at once, and back if that fails. */
export function useReportMarks(): ReportMarks {
  const client = useQueryClient()
  const message = useMessage()
  const { data, isPending } = useQuery(reportUseQuery)
  const favourites = data?.favourites ?? []
  const { mutate } = useMutation({
    mutationFn: async (id: string) => {
      const isFavourite = favourites.includes(id)
      show(isFavourite ? favourites.filter((one) => one !== id) : [...favourites, id])
      await send(isFavourite ? endpoints.removeFavourite : endpoints.addFavourite, { params: { id } })
    },
    onError: (error) => message.error(errorText(error)),
    onSettled: () => invalidate(client, ['reportUse']),
  })
  function show(changed: string[]) {
    client.setQueryData(reportUseQuery.queryKey, (use) => use && { ...use, favourites: changed })
  }
  return {
    isLoading: isPending,
    isFavourite: (id) => favourites.includes(id),
    lastRunAt: (id) => data?.lastRuns[id],
    toggleFavourite: mutate,
  }
}
