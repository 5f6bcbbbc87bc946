import { getTwoFactor } from '@callboard/contract/two-factor'
import { getUser, listSessions } from '@callboard/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#web/lib/api.ts'

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [getUser.path, id],
    queryFn: ({ signal }) => send(getUser, { params: { id } }, signal),
  })

export const sessionsQuery = queryOptions({
  queryKey: [listSessions.path],
  queryFn: ({ signal }) => send(listSessions, {}, signal),
})

export const twoFactorQuery = queryOptions({
  queryKey: [getTwoFactor.path],
  queryFn: ({ signal }) => send(getTwoFactor, {}, signal),
})
