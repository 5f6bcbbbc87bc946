import { searchReportGroups } from '@callboard/contract/report-groups'
import { listParameterValues } from '@callboard/contract/reports'
import { getRole, searchRoles } from '@callboard/contract/roles'
import { emptyGuid } from '@callboard/contract/scalars'
import { send } from '#web/lib/api.ts'
import type { ChoiceOf } from '#web/ui/FoundSelect.tsx'

const pageSize = 20

interface Named {
  id: string
  name: string
}

const choiceOf = ({ id, name }: Named) => ({ value: id, label: name })

export const roleChoice: ChoiceOf = {
  kind: 'roles',
  search: async (keyword, signal) =>
    (await send(searchRoles, { body: { keyword, pageSize } }, signal)).items.map(choiceOf),
  nameOf: async (id, signal) => (await send(getRole, { params: { id } }, signal)).name,
}

export const groupChoice: ChoiceOf = {
  kind: 'groups',
  search: async (keyword, signal) =>
    (await send(searchReportGroups, { body: { keyword, pageSize: 200 } }, signal)).items.map(choiceOf),
  nameOf: async (id, signal) => {
    const { items } = await send(searchReportGroups, { body: { pageSize: 200, activeOnly: false } }, signal)
    return items.find((group) => group.id === id)?.name ?? id
  },
}

async function customers(keyword: string | undefined, signal: AbortSignal) {
  const params = { parameter: 'customer', id: emptyGuid } as const
  const { items } = await send(listParameterValues, { params, query: { keyword, pagesize: 200 } }, signal)
  return items.flatMap(({ value, label }) => (value === null ? [] : [{ value, label }]))
}

export const customerChoice: ChoiceOf = {
  kind: 'customers',
  search: customers,
  nameOf: async (id, signal) =>
    (await customers(undefined, signal)).find(({ value }) => value === id)?.label ?? 'One customer',
}
