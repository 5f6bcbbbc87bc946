import { getEntity } from '@callboard/contract/entities'
import { getReportGroup } from '@callboard/contract/report-groups'
import { getRole } from '@callboard/contract/roles'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import type { InvitationValues } from '#web/features/users/invitation-values.ts'
import { invitationSentence } from '#web/features/users/invitation-words.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { customerChoice } from '#web/records/choices/choices.ts'
import { nameQuery } from '#web/records/choices/record-choice.ts'

/** What the invitation in the form means, in one sentence. */
export function InvitationPreview() {
  const form = Form.useFormInstance<InvitationValues>()
  const values: Partial<InvitationValues> = Form.useWatch((all: InvitationValues) => all, form) ?? {}
  const { roleId = null, customerId = null, entities = [], reportGroups = [] } = values
  const role = useQuery({
    ...endpointQuery('role', getRole, { params: { id: roleId ?? '' } }),
    enabled: roleId !== null,
  })
  const customer = useQuery({ ...nameQuery(customerChoice, customerId ?? ''), enabled: customerId !== null })
  const chosen = useQueries({
    queries: entities.map(({ value: id }) => endpointQuery('entity', getEntity, { params: { id } })),
  })
  const groups = useQueries({
    queries: reportGroups.map(({ value: id }) =>
      endpointQuery('reportGroup', getReportGroup, { params: { id } }),
    ),
  })
  const isLoading = [role, customer, ...chosen, ...groups].some(({ isLoading: is }) => is)
  if (isLoading) return '…'
  const sentence = invitationSentence({
    name: values.firstName ?? '',
    customer:
      customerId === null || customer.data === undefined
        ? undefined
        : { id: customerId, name: customer.data },
    entities: chosen.flatMap(({ data }) => (data === undefined ? [] : [data])),
    reportGroups: groups.flatMap(({ data }) => (data === undefined ? [] : [data])),
    role: roleId === null ? undefined : role.data,
    firstDay: values.startDate ?? '',
    lastDay: values.expiryDate ?? '',
  })
  return <span role="status">{sentence}</span>
}
