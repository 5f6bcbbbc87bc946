import { getEntityGroup, searchEntityGroups } from '@callboard/contract/entity-groups'
import { searchReportGroups } from '@callboard/contract/report-groups'
import { getRole, searchRoles } from '@callboard/contract/roles'
import { send } from '#web/lib/api.ts'
import type { ChoiceOf } from '#web/records/FoundSelect.tsx'

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

export const entityGroupChoice: ChoiceOf = {
  kind: 'entitygroups',
  search: async (keyword, signal) =>
    (await send(searchEntityGroups, { body: { keyword, pageSize } }, signal)).items.map(choiceOf),
  nameOf: async (id, signal) => (await send(getEntityGroup, { params: { id } }, signal)).name,
}
