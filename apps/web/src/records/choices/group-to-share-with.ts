import { getReportGroup, listUserGroups, searchReportGroups } from '@callboard/contract/report-groups'
import type { Me } from '@callboard/contract/users'
import { send } from '#web/lib/api/api.ts'
import { choiceLimit, namedChoices } from '#web/records/choices/choices.ts'
import type { Choice } from '#web/records/choices/record-choice.ts'

/** The groups that somebody may share with: those they are in; any for an administrator. */
export async function searchGroupsToShareWith(
  { id, isAdmin }: Me,
  keyword: string,
  signal: AbortSignal,
): Promise<Choice[]> {
  if (isAdmin) {
    const body = { keyword, pageSize: choiceLimit }
    return namedChoices(await send(searchReportGroups, { body }, signal))
  }
  const groups = await send(listUserGroups, { params: { id } }, signal)
  const items = groups.filter(
    ({ name, isActive }) => isActive && name.toLowerCase().includes(keyword.toLowerCase()),
  )
  return namedChoices({ items })
}

/** What one of them is called. */
export async function nameGroupToShareWith(
  { id: userId, isAdmin }: Me,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (isAdmin) return (await send(getReportGroup, { params: { id } }, signal)).name
  const groups = await send(listUserGroups, { params: { id: userId } }, signal)
  return groups.find((group) => group.id === id)?.name
}
